import type { AuditFilter } from '../audit-trail.js';
import { hasManyValues, type TrailPath, trailPath, type WalkedPath } from '../trail-path.js';
import { Matches } from './matches.js';
import { type AskedTimes, askedTimes, askedValues, type TrailRange } from './trail-range.js';

/** A part of a trail that may have events of a filter: those behind `after`, up to `upTo`. */
export type TrailPart = IndexedPart | WalkedPart;

/** The index tells which. */
export interface IndexedPart {
  readonly after: number;
  readonly upTo: number;
  /** By their distance from the part's first event. */
  readonly matches: Matches;
}

/** They are looked for along a path. Undefined: by sequence. */
export interface WalkedPart {
  readonly after: number;
  readonly upTo: number;
  readonly path: WalkedPath | undefined;
}

/** What a store has read of an index: ranges are named by their first event. */
export interface IndexRead {
  /** In use, in their order. */
  readonly ranges: readonly TrailRange[];
  /** Where what `hasManyValues` has none, those of other paths are not looked at. */
  readonly bitsOf: (first: number, path: TrailPath) => Uint8Array | undefined;
  /** Of a range that `isCutByTime`. */
  readonly timesOf: (first: number) => Float64Array | undefined;
}

/** Whether a range has an event of the times that are asked for. */
export const isWithinTime = ({ earliest, latest }: TrailRange, { from, to }: AskedTimes): boolean =>
  latest >= from && earliest < to;

/** Whether only some of a range's events may be of the times that are asked for: then each event's time is looked at. */
export const isCutByTime = (range: TrailRange, times: AskedTimes): boolean =>
  isWithinTime(range, times) && (range.earliest < times.from || range.latest >= times.to);

/** The parts of a trail that may have events of a filter, in their order; none of them overlap. */
export const trailParts = (filter: AuditFilter, index: IndexRead): TrailPart[] => {
  const parts: TrailPart[] = [];
  const path = trailPath(filter);
  // Worked out once, as there may be hundreds of ranges.
  const asked = { paths: askedValues(filter).map(([one]) => one), times: askedTimes(filter) };
  let after = Number.NEGATIVE_INFINITY;
  for (const range of index.ranges) {
    if (range.first - 1 > after) walk(parts, { after, upTo: range.first - 1, path });
    after = range.first + range.size - 1;
    const part = isWithinTime(range, asked.times) ? partOf(range, asked, index) : undefined;
    if (part === undefined) continue;
    if ('path' in part) walk(parts, part);
    else parts.push(part);
  }
  walk(parts, { after, upTo: Number.POSITIVE_INFINITY, path });
  return parts;
};

/** How many of a trail's events are to be walked by sequence. */
export const walkedEvents = (
  parts: readonly TrailPart[],
  { firstSequence, lastSequence }: { readonly firstSequence: number; readonly lastSequence: number },
): number => {
  let events = 0;
  for (const part of parts)
    if ('path' in part && part.path === undefined)
      events += Math.max(0, Math.min(part.upTo, lastSequence) - Math.max(part.after, firstSequence - 1));
  return events;
};

/** Adds a part to be walked, as one with that before it where both go by one path. */
const walk = (parts: TrailPart[], part: WalkedPart): void => {
  const before = parts.at(-1);
  const isOne =
    before !== undefined && 'path' in before && before.path === part.path && before.upTo === part.after;
  if (isOne) parts.splice(-1, 1, { ...before, upTo: part.upTo });
  else parts.push(part);
};

interface Asked {
  readonly paths: readonly TrailPath[];
  readonly times: AskedTimes;
}

/** Undefined: the range has none. */
const partOf = (range: TrailRange, { paths, times }: Asked, index: IndexRead): TrailPart | undefined => {
  const { first, size } = range;
  const [after, upTo] = [first - 1, first + size - 1];
  const bitmaps = paths.map((path) => ({ path, bits: index.bitsOf(first, path) }));
  const missing = bitmaps.filter(({ bits }) => bits === undefined).map(({ path }) => path);
  // So rare that its own path finds these few: of several the narrowest, which is the last.
  const rare = missing.filter(hasManyValues).at(-1);
  if (rare !== undefined) return { after, upTo, path: rare };
  if (missing.length > 0) return undefined;
  const matches = new Matches(size);
  for (const { bits } of bitmaps) if (bits !== undefined) matches.keep(bits);
  if (isCutByTime(range, times)) matches.keepTimes(index.timesOf(first) ?? new Float64Array(), times);
  return { after, upTo, matches };
};
