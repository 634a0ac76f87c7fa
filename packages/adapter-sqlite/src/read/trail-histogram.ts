import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AUDIT_OUTCOMES,
  BUCKET_PREFIX,
  bucketEnd,
  type CountedEvents,
  countsByBucket,
  type Instant,
  type OutcomeCounts,
} from '@govgate/domain';
import { type HistogramQuery, histogramPath, type TrailPath } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import { allOf } from './condition.js';
import type { ReadAccess } from './read-access.js';
import { conditionsAlong, conditionsOf } from './trail-page.js';

/** How long a turn of the event loop goes on to the next bucket, in milliseconds. */
const TURN_MS = 10;
/** Events along a path that are counted in a turn. */
const STEP = 2_000;

/** The events of a filter by the start of their bucket. */
export const histogramOf = async (
  reads: ReadAccess,
  tenantId: string,
  query: HistogramQuery,
): Promise<ReadonlyMap<Instant, OutcomeCounts>> => {
  const path = histogramPath(query.filter);
  const counted =
    path === undefined
      ? await countedInTime(reads, tenantId, query)
      : await countedAlong(reads, { ...query, tenantId, path });
  return countsByBucket(counted, query.interval);
};

/** A bucket at a time: to sort events into buckets costs ten times what counting a stretch of an index does. */
const countedInTime = async (
  reads: ReadAccess,
  tenantId: string,
  { filter, interval }: HistogramQuery,
): Promise<readonly CountedEvents[]> => {
  const counted: CountedEvents[] = [];
  let turnAt = performance.now() + TURN_MS;
  for (let from = filter.from; from < filter.to; from = bucketEnd(from, interval)) {
    const end = bucketEnd(from, interval);
    const bucket = { ...filter, from, to: end < filter.to ? end : filter.to };
    counted.push(...(await reads.run((driver) => countedBetween(driver, tenantId, bucket))));
    if (performance.now() < turnAt) continue;
    await nextTurn();
    turnAt = performance.now() + TURN_MS;
  }
  return counted;
};

const OUTCOMES = AUDIT_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ');

const countedBetween = (
  driver: SqlDriver,
  tenantId: string,
  filter: HistogramQuery['filter'],
): readonly CountedEvents[] => {
  const { sql, values } = allOf(conditionsOf(filter));
  const text = `SELECT ?, outcome, count(*) FROM audit_events INDEXED BY audit_events_by_outcome_and_time
    WHERE tenant_id = ? AND outcome IN (${OUTCOMES}) AND ${sql} GROUP BY outcome`;
  return driver.all<CountedEvents>(text, [filter.from, tenantId, ...values]);
};

interface AlongPath extends HistogramQuery {
  readonly tenantId: string;
  readonly path: TrailPath;
}

/** In steps: what belongs together is little as a rule, but a caller may give all its calls one correlation id. */
const countedAlong = async (reads: ReadAccess, question: AlongPath): Promise<readonly CountedEvents[]> => {
  const counted: CountedEvents[] = [];
  for (let after = 0; ; await nextTurn()) {
    const place = after;
    const step = await reads.run((driver) => stepOf(driver, question, place));
    counted.push(...step.counted);
    if (step.scanned < STEP) return counted;
    after = step.last;
  }
};

const stepOf = (driver: SqlDriver, question: AlongPath, after: number) => {
  const { index, along, rest } = conditionsAlong(driver, question, { after });
  const events = allOf(along);
  const wanted = allOf(rest);
  const text = `SELECT bucket, outcome, count(*) FILTER (WHERE wanted), count(*), max(sequence)
    FROM (SELECT substr(occurred_at, 1, ${BUCKET_PREFIX[question.interval]}) AS bucket, outcome, sequence, ${wanted.sql} AS wanted
      FROM audit_events INDEXED BY ${index} WHERE ${events.sql} ORDER BY sequence LIMIT ${STEP})
    GROUP BY bucket, outcome`;
  const given = [...wanted.values, ...events.values];
  const rows = driver.all<[...CountedEvents, scanned: number, last: number]>(text, given);
  return {
    counted: rows.map(([bucket, outcome, events]): CountedEvents => [bucket, outcome, events]),
    scanned: rows.reduce((sum, [, , , scanned]) => sum + scanned, 0),
    last: Math.max(...rows.map(([, , , , last]) => last)),
  };
};
