import type { AuditFilter } from '../audit-trail.js';
import type { TrailPath } from '../trail-path.js';

/** A size of ranges in the bitmap index of a trail. */
export interface TrailLevel {
  /** How many events a range holds: a multiple of 32, 65,536 at most. */
  readonly size: number;
  /** Of what may have as many values as there are events, values of fewer events in a range have no bitmap there. */
  readonly fewest: number;
}

/** The levels of the index, upwards: ranges of the second replace those of the first (ADR 45). */
export const TRAIL_LEVELS: readonly TrailLevel[] = [
  { size: 512, fewest: 8 },
  { size: 65_536, fewest: 64 },
];

/** What events have bitmaps of, in the order in which stores hand over an event's values. */
export const INDEXED_PATHS = [
  'environmentId',
  'actorId',
  'resourceType',
  'resourceId',
  'eventType',
  'outcome',
  'correlationId',
] as const satisfies readonly TrailPath[];

/** Events that follow each other, whose bitmaps are kept. */
export interface TrailRange {
  /** Its first event's sequence: 1, or a multiple of the size behind it. */
  readonly first: number;
  readonly size: number;
  /** The times between which its events happened, both inclusive, in milliseconds since 1970. */
  readonly earliest: number;
  readonly latest: number;
}

/** What a filter asks for that has bitmaps. */
export const askedValues = (filter: AuditFilter): [path: TrailPath, value: string][] =>
  INDEXED_PATHS.flatMap((path): [TrailPath, string][] => {
    const value = filter[path];
    return value === undefined ? [] : [[path, value]];
  });

/** Times that are asked for, in milliseconds since 1970: the first inclusive, the second exclusive. */
export interface AskedTimes {
  readonly from: number;
  readonly to: number;
}

/** The times a filter asks for. */
export const askedTimes = ({ from, to }: AuditFilter): AskedTimes => ({
  from: from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from),
  to: to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to),
});
