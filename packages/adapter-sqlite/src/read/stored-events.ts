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

// As one row of a few texts: handing over rows and values costs more than reading them. What is no text is given as one that no event has.
const PART = `SELECT json_group_array(sequence), json_group_array(hash), group_concat(${TOLD}, char(10)),
  group_concat(iif(typeof(text) = 'text', text, ''), char(10))
  FROM audit_events WHERE tenant_id = ? AND sequence > ? AND sequence <= ?`;
/** Events of a part. Its texts are one value, which the engine takes for a large one from 128 KB on, and which lives as long as any of them. */
const PART_EVENTS = EVENT_BATCH / 4;

interface Batch {
  readonly events: readonly StoredEvent[];
  /** Whether there may be more. */
  readonly more: boolean;
}

const rowsAfter = (driver: SqlDriver, tenantId: string, place: number): Batch => {
  // Only a store that somebody tampered with has blobs: looking for them in each row would take a fifth of the time.
  const rows =
    orBlob(() => driver.prepare(AFTER).all([tenantId, place])) ??
    driver.prepare(AFTER_WITH_BLOBS).all([tenantId, place]);
  // A non-numeric sequence sorts after all numbers, and nothing counted comes after it.
  return {
    events: rows.map(eventOf),
    more: rows.length === EVENT_BATCH && typeof rows.at(-1)?.[0] === 'number',
  };
};

const partAfter = (driver: SqlDriver, tenantId: string, place: number): Batch => {
  const events = partOf(driver, tenantId, place);
  return events === undefined ? rowsAfter(driver, tenantId, place) : { events, more: true };
};

// A part in which nothing is missing or strange; undefined of any other, such as the last one of a trail, which is read row by row.
const partOf = (driver: SqlDriver, tenantId: string, place: number): readonly StoredEvent[] | undefined => {
  const row = orBlob(() => driver.prepare(PART).get([tenantId, place, place + PART_EVENTS]));
  const [sequences = '[]', hashes = '[]', columns, texts] = (row ?? []) as readonly string[];
  const [hash, told, text] = [JSON.parse(hashes) as unknown[], columns?.split('\n'), texts?.split('\n')];
  const found = JSON.parse(sequences) as unknown[];
  const isWhole =
    found.length === PART_EVENTS && found.every((sequence, index) => sequence === place + 1 + index);
  // A line end within a text, where no event has one, makes more lines.
  if (!isWhole || told?.length !== PART_EVENTS || text?.length !== PART_EVENTS) return undefined;
  return text.map((line, index) => ({
    sequence: place + 1 + index,
    text: line,
    hash: textOf(hash[index]),
    columns: told[index] ?? '',
  }));
};

/** What is read; undefined where a blob is in the way. */
const orBlob = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch (thrown) {
    if (!String(thrown).includes('BLOB')) throw thrown;
    return undefined;
  }
};

/** What reads on where a walk becomes a long one, without pushing out of memory what others read. */
export interface LongWalks {
  readonly open: () => ReadAccess;
}

/** From this many events on a walk is long. */
const LONG = 16 * EVENT_BATCH;

/** Everything kept of a tenant's events, batch by batch. No statement stays open in between, so that writers are not held up. */
export async function* storedEvents(
  reads: ReadAccess,
  longWalks: LongWalks,
  tenantId: string,
  afterSequence = Number.MIN_SAFE_INTEGER,
): AsyncGenerator<readonly StoredEvent[]> {
  let after: number | undefined = afterSequence;
  for (let passed = 0; after !== undefined; ) {
    await nextTurn();
    const place: number = after;
    const access = passed < LONG ? reads : longWalks.open();
    // Most walks end soon: whether one goes on is known after its first batch.
    const read = passed === 0 ? rowsAfter : partAfter;
    const { events, more }: Batch = await access.run((driver) => read(driver, tenantId, place));
    if (events.length > 0) yield events;
    passed += events.length;
    after = more ? events.at(-1)?.sequence : undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const eventOf = ([sequence, text, hash, columns]: SqlRow): StoredEvent => ({
  sequence: typeof sequence === 'number' ? sequence : Number.NaN,
  text: textOf(text),
  hash: textOf(hash),
  columns: textOf(columns),
});
