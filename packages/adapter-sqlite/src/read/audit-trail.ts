import { type ChainHead, EMPTY_CHAIN, readAuditText } from '@govgate/domain';
import {
  type AuditFilter,
  type AuditPage,
  type AuditPageQuery,
  type AuditTrail,
  isMostlyMatched,
} from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { WriteQueue } from '../write/write-queue.js';
import { sqliteCheckpoints } from './checkpoints.js';
import { allOf, type Condition, equals } from './condition.js';
import { countByResource, idsByResource } from './events-by-resource.js';
import type { ReadAccess } from './read-access.js';
import { hashesOf, sealBlock } from './sealed-events.js';
import { type LongWalks, storedEvents } from './stored-events.js';
import {
  FROM_FAILURES,
  NO_SUCCESS,
  notBefore,
  outcomeConditions,
  trailCountFrom,
  trailFrom,
} from './trail-from.js';

const COLUMNS = {
  environmentId: 'environment_id',
  actorId: 'actor_id',
  resourceType: 'resource_type',
  resourceId: 'resource_id',
  eventType: 'event_type',
  correlationId: 'correlation_id',
} as const satisfies Partial<Record<keyof AuditFilter, string>>;

const FIND = 'SELECT text, hash FROM audit_events WHERE audit_event_id = ? AND tenant_id = ?';
const FIRST = 'SELECT min(sequence) FROM audit_events WHERE tenant_id = ?';

// Jumps from tenant to tenant through the index, so the cost follows the tenants, not their events.
const EACH_TENANT = (table: string): string => `SELECT min(tenant_id) FROM ${table}
  UNION ALL SELECT (SELECT min(tenant_id) FROM ${table} WHERE tenant_id > t) FROM in_${table} WHERE t IS NOT NULL`;
const TENANTS = `WITH RECURSIVE
  in_audit_events (t) AS (${EACH_TENANT('audit_events')}),
  in_audit_notes (t) AS (${EACH_TENANT('audit_notes')})
  SELECT t FROM in_audit_events WHERE t IS NOT NULL
  UNION SELECT t FROM in_audit_notes WHERE t IS NOT NULL
  UNION SELECT tenant_id FROM tenant_heads WHERE sequence > 0 ORDER BY 1`;

/** Reads of the trail and its companions. */
export const sqliteAuditTrail = (reads: ReadAccess, queue: WriteQueue, longWalks: LongWalks): AuditTrail => ({
  ...sqliteCheckpoints(reads, queue),
  page: (tenantId, query) => reads.snapshot((driver) => pageOf(driver, tenantId, query)),
  find: (tenantId, auditEventId) =>
    reads.run((driver) => {
      const row = driver.prepare(FIND).get([auditEventId, tenantId]);
      return row === undefined ? undefined : readAuditText(row[0] as string, row[1] as string);
    }),
  stored: (tenantId, afterSequence) => storedEvents(reads, longWalks, tenantId, afterSequence),
  hashes: (tenantId, fromSequence, count) =>
    reads.run((driver) => hashesOf(driver, tenantId, fromSequence, count)),
  firstSequence: (tenantId) => reads.run((driver) => firstOf(driver, tenantId)),
  seal: (tenantId, place) =>
    queue.add(({ driver }) => ({ keep: true, answer: sealBlock(driver, tenantId, place) })),
  head: (tenantId) => reads.run((driver) => headOf(driver, tenantId)),
  countByResource: (tenantId, query) => reads.run((driver) => countByResource(driver, tenantId, query)),
  idsByResource: (tenantId, query) => reads.run((driver) => idsByResource(driver, tenantId, query)),
  tenants: () =>
    reads.run((driver) =>
      driver
        .prepare(TENANTS)
        .all()
        .map(([tenantId]) => tenantId as string),
    ),
});

const filterSql = (tenantId: string, filter: AuditFilter): Condition => {
  const given = Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][];
  return allOf([
    equals('tenant_id', tenantId),
    ...given.flatMap(([name, column]) => {
      const value = filter[name];
      return value === undefined ? [] : [equals(column, value)];
    }),
    ...outcomeConditions(filter),
    ...(filter.from === undefined ? [] : [{ sql: 'occurred_at >= ?', values: [filter.from] }]),
    ...(filter.to === undefined ? [] : [{ sql: 'occurred_at < ?', values: [filter.to] }]),
  ]);
};

const pageOf = (driver: SqlDriver, tenantId: string, query: AuditPageQuery): AuditPage => {
  const { filter, direction, afterSequence, limit } = query;
  const wanted = filterSql(tenantId, filter);
  const behind = direction === 'asc' ? '>' : '<';
  const place = afterSequence === undefined ? [] : [{ sql: `sequence ${behind} ?`, values: [afterSequence] }];
  const { sql, values } = allOf([wanted, ...place, ...notBefore(driver, tenantId, filter.from)]);
  const source = trailFrom(driver, tenantId, filter);
  const rows = driver
    .prepare(`SELECT text, hash ${source} WHERE ${sql} ORDER BY sequence ${direction} LIMIT ?`)
    .all([...values, limit + 1]);
  const more = rows.length > limit;
  return {
    items: rows.slice(0, limit).map(([text, hash]) => readAuditText(text as string, hash as string)),
    totalCount: place.length === 0 && !more ? rows.length : countEvents(driver, tenantId, filter),
    more,
  };
};

// Sequences have no gaps, so the head and the first event give the count.
const countEvents = (driver: SqlDriver, tenantId: string, filter: AuditFilter): number => {
  if (Object.values(filter).every((value) => value === undefined)) {
    const next = headOf(driver, tenantId).sequence + 1;
    return next - (firstOf(driver, tenantId) ?? next);
  }
  if (isMostlyMatched(filter)) {
    const { outcome: _, ...others } = filter;
    return countEvents(driver, tenantId, others) - countFailures(driver, tenantId, others);
  }
  return countFrom(driver, trailCountFrom(driver, tenantId, filter), [
    filterSql(tenantId, filter),
    ...notBefore(driver, tenantId, filter.from),
  ]);
};

const countFailures = (driver: SqlDriver, tenantId: string, filter: AuditFilter): number =>
  countFrom(driver, FROM_FAILURES, [
    filterSql(tenantId, filter),
    NO_SUCCESS,
    ...notBefore(driver, tenantId, filter.from),
  ]);

const countFrom = (driver: SqlDriver, source: string, conditions: readonly Condition[]): number => {
  const { sql, values } = allOf(conditions);
  return driver.prepare(`SELECT count(*) ${source} WHERE ${sql}`).get(values)?.[0] as number;
};

const headOf = (driver: SqlDriver, tenantId: string): ChainHead => {
  const row = driver.prepare('SELECT sequence, hash FROM tenant_heads WHERE tenant_id = ?').get([tenantId]);
  return row === undefined ? EMPTY_CHAIN : { sequence: row[0] as number, hash: row[1] as string | null };
};

const firstOf = (driver: SqlDriver, tenantId: string): number | undefined => {
  const [first] = driver.prepare(FIRST).get([tenantId]) ?? [];
  return typeof first === 'number' ? first : undefined;
};
