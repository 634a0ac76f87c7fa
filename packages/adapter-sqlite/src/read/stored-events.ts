import { setImmediate as nextTurn } from 'node:timers/promises';
import { EVENT_COLUMNS, type StoredEvent } from '@govgate/domain';
import { EVENT_BATCH } from '@govgate/ports';
import type { SqlDriver, SqlRow } from '../driver/sql-driver.js';
import type { ReadAccess } from './read-access.js';

const COLUMNS = EVENT_COLUMNS.join(', ');
// Built as one text by SQLite: nine more values per row would double the reading time. It refuses a blob, which is no JSON and matches no filter,
// whatever its bytes.
const TOLD = `json_array(${COLUMNS})`;
const TOLD_OF_BLOBS = `CASE WHEN 'blob' IN (${EVENT_COLUMNS.map((column) => `typeof(${column})`).join(', ')}) THEN '"blob"'
  ELSE ${TOLD} END`;

const batchAfter = (told: string): string => `SELECT sequence, text, hash, ${told} FROM audit_events
  WHERE tenant_id = ? AND sequence > ? ORDER BY sequence LIMIT ${EVENT_BATCH}`;
const [AFTER, AFTER_WITH_BLOBS] = [batchAfter(TOLD), batchAfter(TOLD_OF_BLOBS)];

// Only a store that somebody tampered with has blobs: looking for them in each row would take a fifth of the time.
const batchOf = (driver: SqlDriver, tenantId: string, place: number): readonly SqlRow[] => {
  try {
    return driver.prepare(AFTER).all([tenantId, place]);
  } catch (thrown) {
    if (!String(thrown).includes('BLOB')) throw thrown;
    return driver.prepare(AFTER_WITH_BLOBS).all([tenantId, place]);
  }
};

/** What reads on where a walk becomes a long one, without pushing out of memory what others read. */
export interface LongWalks {
  readonly open: () => ReadAccess;
}

/** From this batch on a walk is long. */
const LONG = 16;

/** Everything kept of a tenant's events, batch by batch. No statement stays open in between, so that writers are not held up. */
export async function* storedEvents(
  reads: ReadAccess,
  longWalks: LongWalks,
  tenantId: string,
  afterSequence = Number.MIN_SAFE_INTEGER,
): AsyncGenerator<readonly StoredEvent[]> {
  let after: number | undefined = afterSequence;
  for (let batch = 0; after !== undefined; batch += 1) {
    await nextTurn();
    const place: number = after;
    const access = batch < LONG ? reads : longWalks.open();
    const rows: readonly SqlRow[] = await access.run((driver) => batchOf(driver, tenantId, place));
    if (rows.length > 0) yield rows.map(eventOf);
    const last = rows.at(-1)?.[0];
    // A non-numeric sequence sorts after all numbers, and nothing counted comes after it.
    after = rows.length < EVENT_BATCH || typeof last !== 'number' ? undefined : last;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const eventOf = ([sequence, text, hash, columns]: SqlRow): StoredEvent => ({
  sequence: typeof sequence === 'number' ? sequence : Number.NaN,
  text: textOf(text),
  hash: textOf(hash),
  columns: textOf(columns),
});
