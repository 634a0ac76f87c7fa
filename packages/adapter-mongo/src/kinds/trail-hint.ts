import type { WalkedPath } from '@govgate/ports';
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

/** The index by which a trail is walked that no path narrows. */
export const BY_SEQUENCE: Key = keyOf('sequence');

/** The index of each path along which a trail is walked. */
export const TRAIL_KEYS: Readonly<Record<WalkedPath, Key>> = {
  correlationId: keyOf('correlationId', 'sequence'),
  resourceId: OF_RESOURCE,
  actorId: keyOf('actorId', 'sequence'),
};

/** The index for a walk along a path. */
export const trailHint = (path: WalkedPath | undefined): { hint: Key } => ({
  hint: path === undefined ? BY_SEQUENCE : TRAIL_KEYS[path],
});
