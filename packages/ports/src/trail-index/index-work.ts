import type { TrailLevel, TrailRange } from './trail-range.js';

type Place = Pick<TrailRange, 'first' | 'size'>;

/** What there is of a trail, and of its index. */
export interface IndexedTrail<R extends Place> {
  /** The first event that is there, and the last. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly ranges: readonly R[];
}

/** A range to build. */
export interface RangePlan {
  readonly first: number;
  readonly level: TrailLevel;
}

/** What is to be done next to keep an index up with its trail. */
export type IndexWork<R extends Place> = { readonly remove: readonly R[] } | { readonly build: RangePlan };

/** Ranges removed at once: each has hundreds of bitmaps. */
const REMOVED_AT_ONCE = 16;

/**
 * The next step towards an index that has each complete range of a trail, in the largest size, and no other. Undefined: there is
 * nothing to do.
 */
export const nextIndexWork = <R extends Place>(
  { firstSequence, lastSequence, ranges }: IndexedTrail<R>,
  levels: readonly TrailLevel[],
): IndexWork<R> | undefined => {
  const used = rangesInUse(ranges, firstSequence);
  const kept = new Set(used);
  const remove = ranges.filter((range) => !kept.has(range)).slice(0, REMOVED_AT_ONCE);
  if (remove.length > 0) return { remove };
  for (const level of levels.toReversed()) {
    const covered = used.filter(({ size }) => size >= level.size);
    const first = firstMissing({ firstSequence, lastSequence, ranges: covered }, level.size);
    if (first !== undefined) return { build: { first, level } };
  }
  return undefined;
};

/** The ranges to read, in their order: none of which events are gone, and of those that overlap the largest. */
export const rangesInUse = <R extends Place>(ranges: readonly R[], firstSequence: number): R[] => {
  const used: R[] = [];
  let next = firstSequence;
  for (const range of ranges.toSorted((a, b) => a.first - b.first || b.size - a.size)) {
    if (range.first < next) continue;
    used.push(range);
    next = range.first + range.size;
  }
  return used;
};

/** How many events no range covers. */
export const unindexed = <R extends Place>({
  firstSequence,
  lastSequence,
  ranges,
}: IndexedTrail<R>): number => {
  let events = lastSequence + 1 - firstSequence;
  for (const { size } of rangesInUse(ranges, firstSequence)) events -= size;
  return events;
};

/** The first event of the first complete range that is not covered. */
const firstMissing = (
  { firstSequence, lastSequence, ranges }: IndexedTrail<Place>,
  size: number,
): number | undefined => {
  let first = Math.ceil((firstSequence - 1) / size) * size + 1;
  for (const range of ranges) {
    if (range.first > first) break;
    if (range.first + range.size > first) first = range.first + range.size;
  }
  return first + size - 1 <= lastSequence ? first : undefined;
};
