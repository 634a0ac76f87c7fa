import type { TrailPath } from '@govgate/ports';
import { EVENT } from './documents.js';

type Key = Readonly<Record<string, 1>>;

// A function declaration because the tables below use it while the module loads.
function keyOf(...names: readonly (keyof typeof EVENT)[]): Key {
  return Object.fromEntries(['tenantId' as const, ...names].map((name) => [EVENT[name], 1]));
}

/** The fields after the sequence let a resource's events be counted from the index alone. */
export const BY_RESOURCE: Key = keyOf(
  'resourceId',
  'sequence',
  'occurredAt',
  'resourceType',
  'outcome',
  'environmentId',
);

/** The index by which a trail is read that no path narrows, */
export const BY_SEQUENCE: Key = keyOf('sequence');

/** and that with the times, which are looked at event by event. */
export const BY_TIME: Key = keyOf('sequence', 'occurredAt');

/** The index of a histogram: stretches of time by outcome, with what it is filtered by behind them. */
export const BY_OUTCOME_AND_TIME: Key = keyOf(
  'outcome',
  'occurredAt',
  'environmentId',
  'eventType',
  'resourceType',
  'actorId',
);

/** The index of each path of a trail. */
export const TRAIL_KEYS: Readonly<Record<TrailPath, Key>> = {
  correlationId: keyOf('correlationId', 'sequence'),
  resourceId: BY_RESOURCE,
  actorId: keyOf('actorId', 'sequence'),
  outcome: keyOf('outcome', 'sequence'),
  eventType: keyOf('eventType', 'sequence'),
  resourceType: keyOf('resourceType', 'sequence'),
  environmentId: keyOf('environmentId', 'sequence'),
};
