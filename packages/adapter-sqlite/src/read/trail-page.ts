import { setImmediate as nextTurn } from 'node:timers/promises';
import { readAuditText, type SealedAuditEvent } from '@govgate/domain';
import {
  type AuditFilter,
  type AuditPage,
  type AuditPageQuery,
  auditTotal,
  filterValues,
  MOST_COUNTED_EVENTS,
  type TrailPath,
  trailPath,
} from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import { allOf, type Condition, equals } from './condition.js';
import { lastBefore } from './last-before.js';
import type { ReadAccess } from './read-access.js';
import { endsOf } from './trail-ends.js';

/** The column of each path of the trail, and the index that goes along it. */
const PATHS: Readonly<Record<TrailPath, readonly [column: string, index: string]>> = {
  correlationId: ['correlation_id', 'audit_events_by_correlation'],
  resourceId: ['resource_id', 'audit_events_by_resource'],
  actorId: ['actor_id', 'audit_events_by_actor'],
  outcome: ['outcome', 'audit_events_by_outcome'],
  eventType: ['event_type', 'audit_events_by_type'],
  resourceType: ['resource_type', 'audit_events_by_resource_type'],
  environmentId: ['environment_id', 'audit_events_by_environment'],
};

/** Events that are looked at in a turn of the event loop: reading a value out of a text takes microseconds. */
const STEP = 2_000;

interface Walk {
  readonly tenantId: string;
  readonly filter: AuditFilter;
  readonly direction: 'asc' | 'desc';
  /** Events behind this one, in the direction. */
  readonly after?: number | undefined;
  readonly most: number;
}

/** A page of a trail, and how many events its filter has. */
export const pageOf = async (
  reads: ReadAccess,
  tenantId: string,
  { filter, direction, afterSequence: after, limit }: AuditPageQuery,
): Promise<AuditPage> => {
  const isAll = Object.values(filter).every((wanted) => wanted === undefined);
  const isFirst = after === undefined && !isAll;
  const walk = { tenantId, filter, direction };
  // The first page is the beginning of what is counted.
  const most = isFirst ? Math.max(limit, MOST_COUNTED_EVENTS) + 1 : limit + 1;
  const found = await sequencesOf(reads, { ...walk, after, most });
  const counted = isFirst ? found.length : await countOf(reads, walk, isAll);
  return {
    items: await reads.run((driver) => eventsOf(driver, tenantId, found.slice(0, limit))),
    ...auditTotal(counted),
    more: found.length > limit,
  };
};

// Sequences have no gaps, so the head and the first event give the count of the whole trail.
const countOf = async (
  reads: ReadAccess,
  walk: Omit<Walk, 'after' | 'most'>,
  isAll: boolean,
): Promise<number> => {
  if (!isAll) return (await sequencesOf(reads, { ...walk, most: MOST_COUNTED_EVENTS + 1 })).length;
  const { firstSequence, lastSequence } = await reads.run((driver) => endsOf(driver, walk.tenantId));
  return lastSequence + 1 - firstSequence;
};

/** The sequences of a filter's events, in steps between which the rest of the process has its turn. */
const sequencesOf = async (reads: ReadAccess, walk: Walk): Promise<readonly number[]> => {
  const found: number[] = [];
  for (let after = walk.after; ; ) {
    const place = after;
    const step = await reads.run((driver) => stepOf(driver, { ...walk, after: place }));
    found.push(...step.found);
    if (step.scanned < step.limit || found.length >= walk.most) return found.slice(0, walk.most);
    after = step.last;
    await nextTurn();
  }
};

const stepOf = (driver: SqlDriver, { tenantId, filter, direction, after, most }: Walk) => {
  const between = direction === 'asc' ? { after } : { before: after };
  const question = { tenantId, filter, path: trailPath(filter) };
  const { index, along, rest } = conditionsAlong(driver, question, between);
  const { sql, values } = allOf(along);
  const wanted = rest.length === 0 ? { sql: '1', values: [] } : allOf(rest);
  const limit = rest.length === 0 ? Math.min(most, STEP) : STEP;
  // As one row: handing over a row costs several times what reading it does.
  const text = `SELECT json_group_array(sequence) FILTER (WHERE wanted), count(*), ${direction === 'asc' ? 'max' : 'min'}(sequence)
    FROM (SELECT sequence, ${wanted.sql} AS wanted FROM audit_events INDEXED BY ${index}
      WHERE ${sql} ORDER BY sequence ${direction} LIMIT ?)`;
  const row = driver.get<[string, number, number]>(text, [...wanted.values, ...values, limit]);
  const [found, scanned, last] = row ?? ['[]', 0, 0];
  return { found: JSON.parse(found) as readonly number[], scanned, last, limit };
};

/** What is asked of a tenant's trail, and the path that it is read along, if one narrows it. */
interface TrailQuestion {
  readonly tenantId: string;
  readonly filter: AuditFilter;
  readonly path: TrailPath | undefined;
}

/** The sequences between which events are looked at. */
interface Between {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** The index that events are read along, what it finds, and what is checked of each. */
export const conditionsAlong = (
  driver: SqlDriver,
  { tenantId, filter, path }: TrailQuestion,
  { after = 0, before }: Between,
) => {
  const older = filter.from === undefined ? 0 : lastBefore(driver, tenantId, filter.from);
  return {
    index: path === undefined ? indexOfTimes(filter) : PATHS[path][1],
    along: [
      equals('tenant_id', tenantId),
      ...(path === undefined ? [] : conditionsOf({ [path]: filter[path] })),
      // One bound: of two, SQLite searches its index by the first and walks to the second, event by event.
      { sql: 'sequence > ?', values: [Math.max(after, older)] },
      ...(before === undefined ? [] : [{ sql: 'sequence < ?', values: [before] }]),
    ],
    rest: conditionsOf(path === undefined ? filter : { ...filter, [path]: undefined }),
  };
};

/** What a filter asks of each event. */
export const conditionsOf = (filter: AuditFilter): readonly Condition[] => [
  ...filterValues(filter).map(([one, value]) => equals(PATHS[one][0], value)),
  ...(filter.from === undefined ? [] : [{ sql: 'occurred_at >= ?', values: [filter.from] }]),
  ...(filter.to === undefined ? [] : [{ sql: 'occurred_at < ?', values: [filter.to] }]),
];

const indexOfTimes = ({ from, to }: AuditFilter): string =>
  from === undefined && to === undefined ? 'audit_events_by_sequence' : 'audit_events_by_time';

const NAMED = `SELECT text, hash FROM json_each(?) AS named CROSS JOIN audit_events INDEXED BY audit_events_by_sequence
  WHERE tenant_id = ? AND sequence = named.value ORDER BY named.key`;

const eventsOf = (driver: SqlDriver, tenantId: string, sequences: readonly number[]): SealedAuditEvent[] =>
  driver
    .all(NAMED, [JSON.stringify(sequences), tenantId])
    .map(([text, hash]) => readAuditText(text as string, hash as string));
