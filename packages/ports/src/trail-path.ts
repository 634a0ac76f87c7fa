import type { AuditFilter } from './audit-trail.js';

/** What the events of a trail are found by, in the order of their sequence. */
export type TrailPath = keyof Pick<
  AuditFilter,
  'correlationId' | 'resourceId' | 'actorId' | 'eventType' | 'outcome' | 'resourceType' | 'environmentId'
>;

const BY_WHAT_LEAVES_LITTLE: readonly TrailPath[] = [
  'correlationId',
  'resourceId',
  'outcome',
  'actorId',
  'eventType',
  'resourceType',
  'environmentId',
];

/**
 * The path that a question to the trail goes by: of what it asks for, what leaves least (ADR 45). Undefined: by sequence alone.
 * Most of what happens is a success, so that is no path.
 */
export const trailPath = (filter: AuditFilter): TrailPath | undefined =>
  BY_WHAT_LEAVES_LITTLE.find(
    (path) => filter[path] !== undefined && !(path === 'outcome' && filter.outcome === 'success'),
  );

/** Whether most events match, so that a total is quicker to take from those that do not: successes that nothing else narrows to few. */
export const isMostlyMatched = (filter: AuditFilter): boolean => {
  const path = trailPath(filter);
  return (
    filter.outcome === 'success' &&
    (path === undefined || path === 'environmentId' || path === 'resourceType')
  );
};
