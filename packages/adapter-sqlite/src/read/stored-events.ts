import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '@govgate/domain';
import { EVENT_BATCH } from '@govgate/ports';
import type { SqlDriver, SqlRow } from '../driver/sql-driver.js';
import { AUDIT_EVENTS } from '../kinds/core-tables.js';
import type { ReadAccess } from './read-access.js';

const DECLARED = "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'audit_events'";

/** Of a chain hash: `sha256:` and 64 digits. */
const HASH_LENGTH = 71;

const AFTER = `SELECT sequence, text, hash FROM audit_events
  WHERE tenant_id = ? AND sequence > ? ORDER BY sequence LIMIT ${EVENT_BATCH}`;

// As one row of a few texts: handing over rows and values costs more than reading them. What is no text is given as one that no event has. The
// hashes are one text, cut at the length that each has.
const PART = `SELECT json_group_array(sequence),
  iif(min(length(hash)) = ${HASH_LENGTH} AND max(length(hash)) = ${HASH_LENGTH},
    group_concat(iif(typeof(hash) = 'text', hash, ''), ''), NULL),
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
  const rows = driver.all(AFTER, [tenantId, place]);
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
  const row = orBlob(() => driver.get(PART, [tenantId, place, place + PART_EVENTS])) ?? [];
  const [sequences = '[]', hashes, texts] = row as readonly (string | null | undefined)[];
  const found = JSON.parse(sequences ?? '[]') as unknown[];
  const lines = texts?.split('\n');
  const isWhole =
    found.length === PART_EVENTS && found.every((sequence, index) => sequence === place + 1 + index);
  // A line end within a text, where no event has one, makes more lines.
  if (!isWhole || hashes?.length !== PART_EVENTS * HASH_LENGTH || lines?.length !== PART_EVENTS)
    return undefined;
  return lines.map((text, index) => ({
    sequence: place + 1 + index,
    text,
    hash: hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH),
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

// Where the table is not as it was declared, its columns may say anything: then no event has any that are known to follow from its text.
const asDeclared = (driver: SqlDriver): boolean => driver.get(DECLARED)?.[0] === AUDIT_EVENTS;

const withoutColumns = (event: StoredEvent): StoredEvent => ({ ...event, columns: '' });

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
  const isDeclared = await reads.run(asDeclared);
  for (let passed = 0; after !== undefined; ) {
    await nextTurn();
    const place: number = after;
    const access = passed < LONG ? reads : longWalks.open();
    // Most walks end soon: whether one goes on is known after its first batch.
    const read = passed === 0 ? rowsAfter : partAfter;
    const { events, more }: Batch = await access.run((driver) => read(driver, tenantId, place));
    if (events.length > 0) yield isDeclared ? events : events.map(withoutColumns);
    passed += events.length;
    after = more ? events.at(-1)?.sequence : undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const eventOf = ([sequence, text, hash]: SqlRow): StoredEvent => ({
  sequence: typeof sequence === 'number' ? sequence : Number.NaN,
  text: textOf(text),
  hash: textOf(hash),
});
