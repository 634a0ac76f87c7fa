import { compareText } from '../text-order.js';
import type { PolicyObligation, PolicyRule } from './manifest.js';
import type { RequiredApproval } from './policy-outcome.js';

/** What a rule asks for, by its id; nothing if it asks for no approval. */
export const requiredBy = ({ approval, rule_id }: PolicyRule): readonly RequiredApproval[] =>
  approval === undefined ? [] : [{ ...approval, rule_id }];

/** Each approving role once, for the rule with the shortest time (of several, the first by id), by role. */
export const shortestByRole = (approvals: readonly RequiredApproval[]): readonly RequiredApproval[] =>
  [...approvals]
    .sort(
      (a, b) =>
        compareText(a.approver_role, b.approver_role) ||
        a.ttl_seconds - b.ttl_seconds ||
        compareText(a.rule_id, b.rule_id),
    )
    .filter(({ approver_role }, at, all) => approver_role !== all[at - 1]?.approver_role);

/** Each distinct item once, in the order of the identifying texts. */
export const eachOnce = <T>(things: readonly T[], textOf: (thing: T) => string): readonly T[] => {
  const byText = new Map(things.map((thing) => [textOf(thing), thing]));
  return [...byText].sort(([a], [b]) => compareText(a, b)).map(([, thing]) => thing);
};

/** An obligation's canonical text: its members are scalars, so sorting their names satisfies RFC 8785. */
export const obligationText = (obligation: PolicyObligation): string =>
  JSON.stringify(obligation, Object.keys(obligation).sort());
