import type { Role, Row } from './contest.js';

/** A figure beside what it is meant to be. `isLeast`: it must not be less; else it must not be more. */
export interface Goal {
  readonly what: string;
  readonly measured: number;
  readonly goal: number;
  readonly isLeast: boolean;
}

export const atLeast = (what: string, measured: number, goal: number): Goal => ({
  what,
  measured,
  goal,
  isLeast: true,
});

export const atMost = (what: string, measured: number, goal: number): Goal => ({
  what,
  measured,
  goal,
  isLeast: false,
});

/** How much of its goal a figure reaches: from 1 on all of it. What was not measured reaches nothing. */
export const reached = ({ measured, goal, isLeast }: Goal): number => {
  if (!Number.isFinite(measured)) return 0;
  return isLeast ? measured / goal : goal / measured;
};

/** Goals, what falls short first and furthest. */
export const worstFirst = (goals: readonly Goal[]): readonly Goal[] =>
  [...goals].sort((a, b) => reached(a) - reached(b));

/** How much of another one's speed the product has in a contest: by CPU time where the machine tells it, as that moves less. */
export const shareOf = (rows: readonly Row[], role: Role, by: 'wall' | 'cpu' = 'wall'): number => {
  const [other, product] = [rowOf(rows, role), rowOf(rows, 'product')];
  if (by === 'wall') return (product?.perSecond ?? Number.NaN) / (other?.perSecond ?? Number.NaN);
  return (other?.cpuMicros ?? Number.NaN) / (product?.cpuMicros ?? Number.NaN);
};

export const rowOf = (rows: readonly Row[], role: Role): Row | undefined =>
  rows.find((row) => row.role === role);
