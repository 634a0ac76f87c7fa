import type { Goal, Side } from './side.js';

/** One side with what it comes to, and what it has that the other has not. */
export interface Aim {
  readonly side: Side;
  readonly goal: Goal;
  readonly changed: ReadonlySet<number>;
}

/**
 * Whether calls can come to one aim before and to the other after. A rule that both sides have applies in both: what it denies stays
 * denied, what needs its approval is not allowed, what it lets pass is not denied by default; and so back. This leaves, of all pairs, few.
 */
export const mayFollow = (before: Aim, after: Aim): boolean => {
  if (before.goal.effect === after.goal.effect) return false;
  return mayChangeTo(before, after) && mayChangeTo(after, before);
};

// What a rule brings about on one side, it must not hinder on the other.
const mayChangeTo = ({ side, goal, changed }: Aim, other: Aim): boolean => {
  if (goal.rule === null || changed.has(goal.rule)) return true;
  if (goal.effect === 'deny') return false;
  if (other.goal.effect === 'allow') return goal.effect !== 'require_approval';
  // Asking for approval, an unchanged rule is one that may match only: something else lets pass what the default denies there.
  if (isDeniedByDefault(other.goal))
    return goal.effect !== 'allow' && (side.isOpen || passingRules(side, changed).length > 0);
  return true;
};

/** Whether a goal is that nothing matches and the default denies. */
export const isDeniedByDefault = ({ effect, rule }: Goal): boolean => effect === 'deny' && rule === null;

/** Of some rules of a side those that let calls pass, with or without approval. */
export const passingRules = ({ matcher }: Side, rules: Iterable<number>): readonly number[] =>
  [...rules].filter((rule) => matcher.rules[rule]?.effect !== 'deny');
