import { setImmediate as nextTurn } from 'node:timers/promises';
import { EVENT_COLUMNS, type StoredEvent } from '@govgate/domain';
import { EVENT_BATCH } from '@govgate/ports';
import type { SqlRow } from '../driver/sql-driver.js';
import type { ReadAccess } from './read-access.js';

// Built as one text by SQLite: nine more values per row would double the reading time. A blob is no JSON and matches no filter, whatever
// its bytes.
const TOLD = `CASE WHEN 'blob' IN (${EVENT_COLUMNS.map((column) => `typeof(${column})`).join(', ')}) THEN '"blob"'
  ELSE json_array(${EVENT_COLUMNS.join(', ')}) END`;

const AFTER = `SELECT sequence, text, hash, ${TOLD} FROM audit_events WHERE tenant_id = ? AND sequence > ?
  ORDER BY sequence LIMIT ${EVENT_BATCH}`;

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
    const rows: readonly SqlRow[] = await access.run((driver) =>
      driver.prepare(AFTER).all([tenantId, place]),
    );
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
