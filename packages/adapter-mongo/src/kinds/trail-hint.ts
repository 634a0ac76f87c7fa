import { type AuditFilter, type TrailPath, trailPath } from '@govgate/ports';

type Key = Readonly<Record<string, 1>>;

/** What stands behind the sequence lets the events of a resource be counted without reading them. */
export const OF_RESOURCE: Key = { t: 1, ri: 1, s: 1, at: 1, rt: 1, oc: 1, en: 1 };

/** The index of each path of the trail. */
export const TRAIL_KEYS: Readonly<Record<TrailPath, Key>> = {
  correlationId: { t: 1, co: 1, s: 1 },
  resourceId: OF_RESOURCE,
  outcome: { t: 1, oc: 1, s: 1 },
  actorId: { t: 1, ac: 1, s: 1 },
  eventType: { t: 1, et: 1, s: 1 },
  resourceType: { t: 1, rt: 1, s: 1 },
  environmentId: { t: 1, en: 1, s: 1 },
};

/** The index that a question to the trail goes by; what asks for times alone is left to the planner. */
export const trailHint = (filter: AuditFilter): { hint?: Key } => {
  const path = trailPath(filter);
  return path === undefined ? {} : { hint: TRAIL_KEYS[path] };
};
