import type { AuditFilter } from './audit-trail.js';

/** What the events of a trail are found by: each an index that ends in the sequence. */
export type TrailPath = keyof Omit<AuditFilter, 'from' | 'to'>;

/**
 * The index that a filter's events are read along; everything else it asks for is checked event by event. Always the first of this order,
 * by what leaves least in an ordinary trail. Undefined: all of the trail, by sequence.
 */
export const trailPath = (filter: AuditFilter): TrailPath | undefined =>
  ORDER.find((path) => filter[path] !== undefined && !(path === 'outcome' && filter.outcome === 'success')) ??
  (filter.outcome === undefined ? undefined : 'outcome');

/**
 * The index that a histogram is counted along: what belongs together or to one record is little; everything else is counted from the index
 * of outcomes and times, which holds what else is asked for. Undefined: that one.
 */
export const histogramPath = ({ correlationId, resourceId }: AuditFilter): TrailPath | undefined => {
  if (correlationId !== undefined) return 'correlationId';
  return resourceId === undefined ? undefined : 'resourceId';
};

// Most events succeed, so that outcome alone comes last.
const ORDER: readonly TrailPath[] = [
  'correlationId',
  'resourceId',
  'actorId',
  'outcome',
  'eventType',
  'resourceType',
  'environmentId',
];

/** The conditions of a filter on single values. */
export const filterValues = (filter: AuditFilter): [path: TrailPath, value: string][] =>
  ORDER.flatMap((path): [TrailPath, string][] => {
    const value = filter[path];
    return value === undefined ? [] : [[path, value]];
  });
