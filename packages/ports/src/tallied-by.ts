import { ALL_RECORDS, type AnyKind, type Tally } from './record-kind.js';
import { type Range, rangesOf, type Where } from './record-store.js';

/** A question that a kind's tally answers: which one, and for what values. */
export interface TalliedQuestion {
  readonly tally: Tally;
  /** Undefined: all values, or those of the range. */
  readonly values?: readonly string[];
  readonly range?: Range<AnyKind>;
}

/**
 * The tally that answers how many records of a scope are meant; undefined: none does. A record has one value of an attribute, so
 * the counts of several add up; it may be a member for several texts, so those of a membership do not. Every record has a value of a
 * whole number, so its counts also add up to all records, as a tally of all does, and to those of a range.
 */
export const talliedBy = (kind: AnyKind, where: Where<AnyKind> = {}): TalliedQuestion | undefined => {
  if (where.covered !== undefined) return undefined;
  const [is, has] = [given(where.is), given(where.has)];
  const [only] = [...is, ...has];
  const ranges = rangesOf(where);
  if (only === undefined) return ranges.length > 1 ? undefined : talliedWhole(kind, ranges[0]);
  if (ranges.length > 0 || is.length + has.length > 1) return undefined;
  const [by, wanted] = only;
  const values = [...new Set([wanted].flat().map(String))];
  const tally = talliesOf(kind).find((declared) => declared.by === by);
  const adds = is.length === 1 || values.length === 1;
  // "" stands for none, and none are not counted.
  return tally === undefined || !adds || values.includes('') ? undefined : { tally, values };
};

/** Whether a tally counts by a whole number of its records. */
export const isWholeNumber = (kind: AnyKind, by: string): boolean => kind.attributes[by]?.type === 'integer';

const talliedWhole = (kind: AnyKind, range: Range<AnyKind> | undefined): TalliedQuestion | undefined => {
  const tally = talliesOf(kind).find(({ by }) =>
    isWholeNumber(kind, by)
      ? range === undefined || range.attribute === by
      : range === undefined && by === ALL_RECORDS,
  );
  return tally === undefined ? undefined : { tally, ...(range !== undefined && { range }) };
};

const talliesOf = (kind: AnyKind): readonly Tally[] => kind.tallies;

const given = (conditions: object | undefined): [string, unknown][] =>
  Object.entries(conditions ?? {}).filter(([, wanted]) => wanted !== undefined);
