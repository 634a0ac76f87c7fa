import { type AuditFilter, type TrailPath, trailPath } from '@govgate/ports';
import { EVENT } from './documents.js';

type Key = Readonly<Record<string, 1>>;

// A declaration, so that the tables below may use it while the file is being read.
function keyOf(...names: readonly (keyof typeof EVENT)[]): Key {
  return Object.fromEntries(['tenantId' as const, ...names].map((name) => [EVENT[name], 1]));
}

/** What stands behind the sequence lets the events of a resource be counted without reading them. */
export const OF_RESOURCE: Key = keyOf(
  'resourceId',
  'sequence',
  'occurredAt',
  'resourceType',
  'outcome',
  'environmentId',
);

/** The index of each path of the trail. */
export const TRAIL_KEYS: Readonly<Record<TrailPath, Key>> = {
  correlationId: keyOf('correlationId', 'sequence'),
  resourceId: OF_RESOURCE,
  outcome: keyOf('outcome', 'sequence'),
  actorId: keyOf('actorId', 'sequence'),
  eventType: keyOf('eventType', 'sequence'),
  resourceType: keyOf('resourceType', 'sequence'),
  environmentId: keyOf('environmentId', 'sequence'),
};

/** The index that a question to the trail goes by; what asks for times alone is left to the planner. */
export const trailHint = (filter: AuditFilter): { hint?: Key } => {
  const path = trailPath(filter);
  return path === undefined ? {} : { hint: TRAIL_KEYS[path] };
};
