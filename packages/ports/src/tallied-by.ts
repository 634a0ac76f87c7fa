import type { AnyKind, Tally } from './record-kind.js';
import type { Where } from './record-store.js';

/** A question that a kind's tally answers: which one, and for what values. */
export interface TalliedQuestion {
  readonly tally: Tally;
  readonly values: readonly string[];
}

/**
 * The tally that answers how many records of a scope are meant; undefined: none does. A record has one value of an attribute, so
 * the counts of several add up; it may be a member for several texts, so those of a membership do not.
 */
export const talliedBy = (kind: AnyKind, where: Where<AnyKind> | undefined): TalliedQuestion | undefined => {
  if (where === undefined || where.range !== undefined || where.covered !== undefined) return undefined;
  const [is, has] = [given(where.is), given(where.has)];
  const [only] = [...is, ...has];
  if (only === undefined || is.length + has.length > 1) return undefined;
  const [by, wanted] = only;
  const values = [...new Set([wanted].flat().map(String))];
  const tally = (kind.tallies as readonly Tally[]).find((declared) => declared.by === by);
  const adds = is.length === 1 || values.length === 1;
  // "" stands for none, and none are not counted.
  return tally === undefined || !adds || values.includes('') ? undefined : { tally, values };
};

const given = (conditions: object | undefined): [string, unknown][] =>
  Object.entries(conditions ?? {}).filter(([, wanted]) => wanted !== undefined);
