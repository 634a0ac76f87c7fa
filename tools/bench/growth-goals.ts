import { atLeast, atMost, type Goal } from './goal.js';

/** What a read took in a tenant and in one of ten times the size. */
export interface GrowthRow {
  readonly id: string;
  readonly isList: boolean;
  readonly before: number;
  readonly after: number;
}

/** What the growth bench measured, and the reads that it could not. */
export interface GrowthFigures {
  readonly rows: readonly GrowthRow[];
  readonly failed: readonly { readonly id: string; readonly why: string }[];
}

/** What reads are meant to keep to as a tenant grows. A read that failed has missed. */
export const growthGoals = ({ rows, failed }: GrowthFigures): readonly Goal[] => [
  ...failed.map(({ id }) => atLeast(`${id}, answered at ten times the size`, 0, 1)),
  ...rows.flatMap(goalsOf),
];

// A difference below a quarter of a millisecond is the clock's as much as the tenant's.
const goalsOf = ({ id, isList, before, after }: GrowthRow): Goal[] => [
  atMost(`${id}, times at ten times the size`, after - before < 0.25 ? 1 : after / before, 1.5),
  atMost(`${id}, ms at ten times the size`, after, isList ? 10 : 5),
];
