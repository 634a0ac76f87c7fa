import type { TrailPath } from '@govgate/ports';
import { EVENT } from './documents.js';

type Key = Readonly<Record<string, 1>>;

// A function declaration because the tables below use it while the module loads.
function keyOf(...names: readonly (keyof typeof EVENT)[]): Key {
  return Object.fromEntries(['tenantId' as const, ...names].map((name) => [EVENT[name], 1]));
}

/** The fields after the sequence let a resource's events be counted from the index alone. */
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

/** The index for a query of the trail along a path; queries by time alone are left to the planner. */
export const trailHint = (path: TrailPath | undefined): { hint?: Key } =>
  path === undefined ? {} : { hint: TRAIL_KEYS[path] };
