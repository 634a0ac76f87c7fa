import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  BUCKET_PREFIX,
  type CountedEvents,
  countsByBucket,
  type Instant,
  type OutcomeCounts,
} from '@govgate/domain';
import { type HistogramQuery, histogramPath } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import { allOf } from './condition.js';
import type { ReadAccess } from './read-access.js';
import { conditionsAlong } from './trail-page.js';

/** Events that are counted in a turn of the event loop. */
const STEP = 2_000;

/** The events of a filter by the start of their bucket, counted in steps between which the rest of the process has its turn. */
export const histogramOf = async (
  reads: ReadAccess,
  tenantId: string,
  query: HistogramQuery,
): Promise<ReadonlyMap<Instant, OutcomeCounts>> => {
  const counted: CountedEvents[] = [];
  for (let after = 0; ; await nextTurn()) {
    const place = after;
    const step = await reads.run((driver) => stepOf(driver, { ...query, tenantId, after: place }));
    counted.push(...step.counted);
    if (step.scanned < STEP) return countsByBucket(counted, query.interval);
    after = step.last;
  }
};

interface Step extends HistogramQuery {
  readonly tenantId: string;
  readonly after: number;
}

const stepOf = (driver: SqlDriver, { tenantId, filter, interval, after }: Step) => {
  const { index, along, rest } = conditionsAlong(driver, tenantId, filter, histogramPath(filter), { after });
  const events = allOf(along);
  const wanted = allOf(rest);
  const text = `SELECT bucket, outcome, count(*) FILTER (WHERE wanted), count(*), max(sequence)
    FROM (SELECT substr(occurred_at, 1, ${BUCKET_PREFIX[interval]}) AS bucket, outcome, sequence, ${wanted.sql} AS wanted
      FROM audit_events INDEXED BY ${index} WHERE ${events.sql} ORDER BY sequence LIMIT ${STEP})
    GROUP BY bucket, outcome`;
  const rows = driver.all<[...CountedEvents, scanned: number, last: number]>(text, [
    ...wanted.values,
    ...events.values,
  ]);
  return {
    counted: rows.map(([bucket, outcome, events]): CountedEvents => [bucket, outcome, events]),
    scanned: rows.reduce((sum, [, , , scanned]) => sum + scanned, 0),
    last: Math.max(...rows.map(([, , , , last]) => last)),
  };
};
