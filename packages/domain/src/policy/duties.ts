import { compareText } from '../text-order.js';
import type { PolicyApproval, PolicyObligation } from './manifest.js';

/** Each approving role once, with the shortest of its times, by role. */
export const shortestByRole = (approvals: readonly PolicyApproval[]): readonly PolicyApproval[] => {
  const shortest = new Map<string, PolicyApproval>();
  for (const approval of approvals) {
    const known = shortest.get(approval.approver_role);
    if (known === undefined || approval.ttl_seconds < known.ttl_seconds)
      shortest.set(approval.approver_role, approval);
  }
  return [...shortest.values()].sort((a, b) => compareText(a.approver_role, b.approver_role));
};

/** Each distinct item once, in the order of the identifying texts. */
export const eachOnce = <T>(things: readonly T[], textOf: (thing: T) => string): readonly T[] => {
  const byText = new Map(things.map((thing) => [textOf(thing), thing]));
  return [...byText].sort(([a], [b]) => compareText(a, b)).map(([, thing]) => thing);
};

/** An obligation's canonical text: its members are scalars, so sorting their names satisfies RFC 8785. */
export const obligationText = (obligation: PolicyObligation): string =>
  JSON.stringify(obligation, Object.keys(obligation).sort());
