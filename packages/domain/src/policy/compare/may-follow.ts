import type { Goal, Side } from './side.js';

/** One side with its goal, and the rules only it has. */
export interface Aim {
  readonly side: Side;
  readonly goal: Goal;
  readonly changed: ReadonlySet<number>;
}

/**
 * Whether calls can reach one goal before and the other after. A rule of both sides applies on both: what it denies stays denied, what
 * requires its approval is not allowed, what it allows is not denied by default; and vice versa. This leaves few of all pairs.
 */
export const mayFollow = (before: Aim, after: Aim): boolean => {
  if (before.goal.effect === after.goal.effect) return false;
  return mayChangeTo(before, after) && mayChangeTo(after, before);
};

/** Whether a goal is that nothing matches and the default denies. */
export const isDeniedByDefault = ({ effect, rule }: Goal): boolean => effect === 'deny' && rule === null;

/** The rules of a side that allow calls, with or without approval. */
export const passingRules = ({ matcher }: Side, rules: Iterable<number>): readonly number[] =>
  [...rules].filter((rule) => matcher.rules[rule]?.effect !== 'deny');

// What a rule causes on one side, it must not prevent on the other.
const mayChangeTo = ({ side, goal, changed }: Aim, other: Aim): boolean => {
  if (goal.rule === null || changed.has(goal.rule)) return true;
  if (goal.effect === 'deny') return false;
  if (other.goal.effect === 'allow') return goal.effect !== 'require_approval';
  // An unchanged rule requiring approval is one that only may match there: something else allows what the default would deny.
  if (isDeniedByDefault(other.goal))
    return goal.effect !== 'allow' && (side.isOpen || passingRules(side, changed).length > 0);
  return true;
};
