import type { AuditFilter, AuditPageQuery } from '../audit-trail.js';
import type { IndexedPart, TrailPart } from './trail-parts.js';

type Place = Pick<AuditPageQuery, 'direction' | 'afterSequence'>;

/** Whether a list is of the whole trail. */
export const isUnfiltered = (filter: AuditFilter): boolean =>
  Object.values(filter).every((value) => value === undefined);

/** A trail as one part, to be walked by sequence. */
export const WHOLE_TRAIL: readonly TrailPart[] = [
  { after: Number.NEGATIVE_INFINITY, upTo: Number.POSITIVE_INFINITY, path: undefined },
];

/** The parts of a trail that a page may show events of, in its order. */
export const partsOfPage = (
  parts: readonly TrailPart[],
  { direction, afterSequence }: Place,
): readonly TrailPart[] => {
  if (direction === 'asc')
    return parts.filter(({ upTo }) => upTo > (afterSequence ?? Number.NEGATIVE_INFINITY));
  return parts.filter(({ after }) => after < (afterSequence ?? Number.POSITIVE_INFINITY) - 1).toReversed();
};

/** The first sequences, up to so many, of a part's events that a page may show. */
export const sequencesOf = (
  { after, matches }: IndexedPart,
  { direction, afterSequence }: Place,
  most: number,
): readonly number[] => {
  const first = after + 1;
  const [start, step] = direction === 'asc' ? [0, 1] : [matches.size - 1, -1];
  const next = afterSequence === undefined ? start : afterSequence - first + step;
  const from = direction === 'asc' ? Math.max(start, next) : Math.min(start, next);
  return matches.some(from, direction, most).map((position) => first + position);
};
