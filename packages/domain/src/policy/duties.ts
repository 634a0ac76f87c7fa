import { compareText } from '../text-order.js';
import type { PolicyObligation, PolicyRule } from './manifest.js';
import type { RequiredApproval } from './policy-outcome.js';

/** What a rule asks for, by its id; nothing if it asks for no approval. */
export const requiredBy = ({ approval, rule_id }: PolicyRule): readonly RequiredApproval[] =>
  approval === undefined ? [] : [{ ...approval, rule_id }];

/** Each approving role once, for the rule with the shortest time (of several, the first by id), by role. */
export const shortestByRole = (approvals: readonly RequiredApproval[]): readonly RequiredApproval[] => {
  const shortest = new Map<string, RequiredApproval>();
  for (const approval of approvals) {
    const known = shortest.get(approval.approver_role);
    if (known === undefined || isBefore(approval, known)) shortest.set(approval.approver_role, approval);
  }
  return [...shortest.values()].sort((a, b) => compareText(a.approver_role, b.approver_role));
};

const isBefore = (one: RequiredApproval, other: RequiredApproval): boolean =>
  one.ttl_seconds === other.ttl_seconds
    ? compareText(one.rule_id, other.rule_id) < 0
    : one.ttl_seconds < other.ttl_seconds;

/** Each distinct item once, in the order of the identifying texts. */
export const eachOnce = <T>(things: readonly T[], textOf: (thing: T) => string): readonly T[] => {
  const byText = new Map(things.map((thing) => [textOf(thing), thing]));
  return [...byText].sort(([a], [b]) => compareText(a, b)).map(([, thing]) => thing);
};

/** An obligation's canonical text: its members are scalars, so sorting their names satisfies RFC 8785. */
export const obligationText = (obligation: PolicyObligation): string =>
  JSON.stringify(obligation, Object.keys(obligation).sort());
