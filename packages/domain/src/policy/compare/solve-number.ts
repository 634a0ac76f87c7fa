import type { ConditionScalar } from '../manifest.js';
import { type AttributeLiteral, satisfies } from './attribute-literal.js';
import { boundsIn, demandsOn, unwantedIn, wholesIn } from './demand.js';

/** Finds a number for which all conditions yield the required verdicts; undefined if there is none. */
export const solveNumber = (literals: readonly AttributeLiteral[]): number | undefined => {
  const demands = demandsOn(literals, isNumber);
  if (demands === undefined) return undefined;
  const wholes = wholesIn(demands);
  if (wholes !== undefined) return wholes.find((value) => satisfies(literals, value));
  const { low, high } = boundsIn(demands, (a, b) => a - b);
  const from = low?.value ?? -Number.MAX_VALUE;
  const to = high?.value ?? Number.MAX_VALUE;
  const unwanted = new Set(unwantedIn(demands));
  const isFree = (value: number): boolean => !unwanted.has(value) && satisfies(literals, value);
  // Small numbers first, for the witness's readers.
  const likely = [low?.value, high?.value, 0, 1, from + 1, to - 1].find(
    (value) => value !== undefined && value >= from && value <= to && isFree(value),
  );
  return (
    likely ??
    between([
      from,
      ...[...unwanted].filter((value) => value > from && value < to).sort((a, b) => a - b),
      to,
    ]).find(isFree)
  );
};

const isNumber = (value: ConditionScalar): value is number => typeof value === 'number';

// All values between two neighbours are equivalent.
const between = (ends: readonly number[]): readonly number[] => [
  ...ends,
  ...ends.slice(1).map((next, place) => middle(ends[place] as number, next)),
];

const middle = (a: number, b: number): number => {
  const whole = Math.floor(a) + 1;
  return whole > a && whole < b ? whole : a / 2 + b / 2;
};
