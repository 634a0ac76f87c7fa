import { listShared, type RuleSet, share } from '../compiled/rule-set.js';
import type { PolicyRequest } from '../policy-request.js';
import { type TargetType, typeOfTarget } from '../target-lists.js';
import type { Certainty } from './region.js';
import type { Goal, Side } from './side.js';

/** Why a call misses a goal. */
export type Obstacle =
  /** A rule that must not match as strongly as it does. */
  | { readonly kind: 'rule'; readonly rule: number; readonly certainty: Certainty }
  /** Nothing allows the call, so a rule that may match requires no approval. */
  | { readonly kind: 'closed' }
  /** The goal's own rule should match, but does not. */
  | { readonly kind: 'astray' };

/** The obstacle between a call and a goal; undefined: it reaches it. */
export const obstacleOf = (side: Side, goal: Goal, call: PolicyRequest): Obstacle | undefined => {
  const { matcher } = side;
  const { applying, matched } = matcher.meet(call);
  const own = goal.effect === 'allow' ? matched : applying;
  if (goal.rule !== null && !has(own, goal.rule)) return { kind: 'astray' };
  if (goal.effect === 'deny' && goal.rule !== null) return undefined;
  const hindering = (set: RuleSet, mask: RuleSet, certainty: Certainty): Obstacle | undefined => {
    const rule = simplest(side, typeOfTarget(call), listShared(set, mask));
    return rule === undefined ? undefined : { kind: 'rule', rule, certainty };
  };
  const denied = hindering(applying, matcher.denying, 'applies');
  if (denied !== undefined) return denied;
  if (goal.effect === 'deny')
    return (
      hindering(matched, matcher.approving, 'matches') ?? hindering(matched, matcher.allowing, 'matches')
    );
  if (goal.effect === 'allow')
    return (
      hindering(applying, matcher.approving, 'applies') ??
      (goal.rule === null ? hindering(matched, matcher.allowing, 'matches') : undefined)
    );
  const passes = side.isOpen || share(matched, matcher.approving) || share(matched, matcher.allowing);
  return passes ? undefined : { kind: 'closed' };
};

const has = (set: RuleSet, rule: number): boolean =>
  (((set[rule >>> 5] as number) >>> (rule & 31)) & 1) === 1;

// The rule with the fewest parts leaves the fewest ways around it; if it leaves none, the search ends at once.
const simplest = ({ parts }: Side, type: TargetType, rules: readonly number[]): number | undefined => {
  const size = (rule: number): number => parts[type][rule]?.length ?? 0;
  let found = rules[0];
  for (const rule of rules) if (size(rule) < size(found as number)) found = rule;
  return found;
};
