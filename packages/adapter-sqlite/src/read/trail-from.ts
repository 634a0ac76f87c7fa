import { type AuditFilter, type TrailPath, trailPath } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import { type Condition, equals } from './condition.js';

const INDEXES: Readonly<Record<TrailPath, string>> = {
  correlationId: 'audit_events_by_correlation',
  resourceId: 'audit_events_of_resource',
  outcome: 'audit_events_of_outcome',
  actorId: 'audit_events_by_actor',
  eventType: 'audit_events_of_type',
  resourceType: 'audit_events_of_resource_type',
  environmentId: 'audit_events_of_environment',
};

/** Up to this many events of a time span are sorted; beyond that, the trail is walked in order. */
const FEW = 2_000;

const IN_SPAN = `SELECT count(*) FROM (SELECT 1 FROM audit_events INDEXED BY audit_events_of_time
  WHERE tenant_id = ? AND occurred_at >= ? AND occurred_at < ? LIMIT ${FEW + 1})`;

/** Where to look for a filter's events. */
export const trailFrom = (driver: SqlDriver, tenantId: string, filter: AuditFilter): string => {
  const path = trailPath(filter);
  if (path !== undefined) return `FROM audit_events INDEXED BY ${INDEXES[path]}`;
  const { from, to } = filter;
  const isShort =
    from !== undefined &&
    to !== undefined &&
    (driver.prepare(IN_SPAN).get([tenantId, from, to])?.[0] as number) <= FEW;
  return `FROM audit_events INDEXED BY ${isShort ? 'audit_events_of_time' : 'audit_events_by_sequence'}`;
};

/** Where to count a filter's events: without order, so by time if that is the only condition. */
export const trailCountFrom = (driver: SqlDriver, tenantId: string, filter: AuditFilter): string =>
  trailPath(filter) === undefined
    ? 'FROM audit_events INDEXED BY audit_events_of_time'
    : trailFrom(driver, tenantId, filter);

const FIRST_LATER = `SELECT place FROM audit_subtrees
  WHERE tenant_id = ? AND level = 8 AND latest >= ? ORDER BY latest, place LIMIT 1`;
const LAST_PLACE = 'SELECT max(place) FROM audit_subtrees WHERE tenant_id = ? AND level = 8';
const EVENTS_OF_A_PLACE = 256;

/** Events before this place are all older than an instant, according to the trail's tree. None: nothing is known. */
export const notBefore = (driver: SqlDriver, tenantId: string, from: string | undefined): Condition[] => {
  if (from === undefined) return [];
  const later = driver.prepare(FIRST_LATER).get([tenantId, from])?.[0];
  const last = driver.prepare(LAST_PLACE).get([tenantId])?.[0];
  const places = later ?? (typeof last === 'number' ? last + 1 : 0);
  return [{ sql: 'sequence > ?', values: [(places as number) * EVENTS_OF_A_PLACE] }];
};

/** Events that are no success, by the partial index that has no others. */
export const FROM_FAILURES = `FROM audit_events INDEXED BY ${INDEXES.outcome}`;

/** A partial index's condition must appear literally, or SQLite ignores the index. */
export const NO_SUCCESS: Condition = { sql: "outcome <> 'success'", values: [] };

/** The conditions of an asked outcome. */
export const outcomeConditions = ({ outcome }: AuditFilter): Condition[] =>
  outcome === undefined ? [] : [equals('outcome', outcome), ...(outcome === 'success' ? [] : [NO_SUCCESS])];
