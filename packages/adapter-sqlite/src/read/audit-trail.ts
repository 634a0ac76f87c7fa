import {
  type AuditCheckpoint,
  type ChainHead,
  EMPTY_CHAIN,
  readAuditText,
  resourceOfEvent,
} from '@govgate/domain';
import type { AuditFilter, AuditPage, AuditPageQuery, AuditTrail } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { WriteQueue } from '../write/write-queue.js';
import { allOf, type Condition, equals } from './condition.js';
import type { ReadAccess } from './read-access.js';

/** Links that a reader of the chain holds in memory at once. */
const CHUNK = 500;

const COLUMNS = {
  environmentId: 'environment_id',
  actorId: 'actor_id',
  resourceType: 'resource_type',
  resourceId: 'resource_id',
  eventType: 'event_type',
  outcome: 'outcome',
  correlationId: 'correlation_id',
} as const satisfies Partial<Record<keyof AuditFilter, string>>;

const filterSql = (tenantId: string, filter: AuditFilter): Condition => {
  const given = Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][];
  return allOf([
    equals('tenant_id', tenantId),
    ...given.flatMap(([name, column]) => {
      const value = filter[name];
      return value === undefined ? [] : [equals(column, value)];
    }),
    ...typeImplied(filter),
    ...(filter.from === undefined ? [] : [{ sql: 'occurred_at >= ?', values: [filter.from] }]),
    ...(filter.to === undefined ? [] : [{ sql: 'occurred_at < ?', values: [filter.to] }]),
  ]);
};

// An event's type names its resource, which has an index where the type has none.
const typeImplied = ({ eventType, resourceType }: AuditFilter): Condition[] =>
  eventType === undefined || resourceType !== undefined
    ? []
    : [equals('resource_type', resourceOfEvent(eventType))];

const pageOf = (driver: SqlDriver, tenantId: string, query: AuditPageQuery): AuditPage => {
  const { filter, direction, afterSequence, limit } = query;
  const wanted = filterSql(tenantId, filter);
  const behind = direction === 'asc' ? '>' : '<';
  const place = afterSequence === undefined ? [] : [{ sql: `sequence ${behind} ?`, values: [afterSequence] }];
  const { sql, values } = allOf([wanted, ...place]);
  const rows = driver
    .prepare(`SELECT text, hash FROM audit_events WHERE ${sql} ORDER BY sequence ${direction} LIMIT ?`)
    .all([...values, limit + 1]);
  const more = rows.length > limit;
  return {
    items: rows.slice(0, limit).map(([text, hash]) => readAuditText(text as string, hash as string)),
    totalCount: place.length === 0 && !more ? rows.length : countEvents(driver, tenantId, wanted, filter),
    more,
  };
};

// Sequences have no gaps, so the head tells how many events there are in all.
const countEvents = (driver: SqlDriver, tenantId: string, wanted: Condition, filter: AuditFilter): number => {
  if (Object.values(filter).every((value) => value === undefined)) return headOf(driver, tenantId).sequence;
  const row = driver.prepare(`SELECT count(*) FROM audit_events WHERE ${wanted.sql}`).get(wanted.values);
  return row?.[0] as number;
};

const headOf = (driver: SqlDriver, tenantId: string): ChainHead => {
  const row = driver.prepare('SELECT sequence, hash FROM tenant_heads WHERE tenant_id = ?').get([tenantId]);
  return row === undefined ? EMPTY_CHAIN : { sequence: row[0] as number, hash: row[1] as string | null };
};

const countByResource = (driver: SqlDriver, tenantId: string, filter: AuditFilter): Map<string, number> => {
  const { sql, values } = filterSql(tenantId, filter);
  const text = `SELECT resource_id, count(*) FROM audit_events WHERE ${sql} GROUP BY resource_id`;
  return new Map(driver.prepare(text).all(values) as [string, number][]);
};

const checkpointsOf = (driver: SqlDriver, tenantId: string): AuditCheckpoint[] =>
  driver
    .prepare(
      `SELECT sequence, hash, signed_at, signature FROM audit_checkpoints WHERE tenant_id = ?
       ORDER BY sequence, checkpoint_no`,
    )
    .all([tenantId])
    .map(([sequence, hash, signedAt, signature]) => ({
      tenantId,
      sequence: sequence as number,
      hash: hash as string,
      signedAt: signedAt as string,
      signature: signature as string,
    }));

const LINKS = `SELECT sequence, text, hash, occurred_at FROM audit_events WHERE tenant_id = ? AND sequence >= ?
  ORDER BY sequence LIMIT ${CHUNK}`;
const INSERT_CHECKPOINT = `INSERT INTO audit_checkpoints (tenant_id, sequence, hash, signed_at, signature)
  VALUES (?, ?, ?, ?, ?)`;

/** Reads of the trail, and its checkpoints. */
export const sqliteAuditTrail = (reads: ReadAccess, queue: WriteQueue): AuditTrail => ({
  page: (tenantId, query) => reads.snapshot((driver) => pageOf(driver, tenantId, query)),
  async *links(tenantId, fromSequence) {
    for (let from = fromSequence; ; ) {
      const rows = await reads.run((driver) => driver.prepare(LINKS).all([tenantId, from]));
      for (const [sequence, text, hash, occurredAt] of rows as [number, string, string, string][]) {
        yield { sequence, text, hash, occurredAt };
        from = sequence + 1;
      }
      if (rows.length < CHUNK) return;
    }
  },
  head: (tenantId) => reads.run((driver) => headOf(driver, tenantId)),
  countByResource: (tenantId, query) => reads.run((driver) => countByResource(driver, tenantId, query)),
  checkpoints: (tenantId) => reads.run((driver) => checkpointsOf(driver, tenantId)),
  addCheckpoint: ({ tenantId, sequence, hash, signedAt, signature }) =>
    queue.add(({ driver }) => {
      driver.prepare(INSERT_CHECKPOINT).run([tenantId, sequence, hash, signedAt, signature]);
      return { keep: true, answer: undefined };
    }),
  tenants: () =>
    reads.run((driver) =>
      driver
        .prepare('SELECT tenant_id FROM tenant_heads WHERE sequence > 0 ORDER BY tenant_id')
        .all()
        .map(([tenantId]) => tenantId as string),
    ),
});
