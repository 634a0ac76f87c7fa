import { EVENT_COLUMNS, type EventColumn, jsonValuesOf } from '@govgate/domain';
import {
  type AuditFilter,
  askedTimes,
  askedValues,
  type BuiltRange,
  hasManyValues,
  INDEXED_PATHS,
  type IndexedEvents,
  isWithinTime,
  rangesInUse,
  type TrailPart,
  type TrailPath,
  type TrailRange,
  timesIn,
  trailParts,
} from '@govgate/ports';
import type { SqlDriver, SqlValue } from '../driver/sql-driver.js';
import { COLUMN_OF } from './trail-columns.js';

/** A range, and its number in the tables. */
export interface NumberedRange extends TrailRange {
  readonly rangeNo: number;
}

// As one row: handing over a row costs several times what reading it does.
const RANGES = `SELECT json_group_array(json_array(range_no, first, size, earliest, latest))
  FROM audit_ranges WHERE tenant_id = ?`;
const BITS = `SELECT kept.range_no, kept.bits FROM json_each(?) AS asked CROSS JOIN audit_bitmaps AS kept
  WHERE kept.range_no = asked.value AND kept.path = ? AND kept.value = ?`;
const TIMES = 'SELECT times FROM audit_ranges WHERE range_no = ?';
// As one row of two texts. What is no text is given as one that no event has. Computing the columns here would take twice the time that
// taking the values out of the texts takes, and so would escaping the texts: that is done where one has a line end, as no event does.
const eventsSql = (texts: (text: string) => string): string =>
  `SELECT json_group_array(sequence), ${texts("iif(typeof(text) = 'text', text, '')")}
  FROM (SELECT sequence, text FROM audit_events WHERE tenant_id = ? AND sequence >= ? AND sequence < ? ORDER BY sequence)`;
const EVENTS = eventsSql((text) => `group_concat(${text}, char(10))`);
const ESCAPED_EVENTS = eventsSql((text) => `json_group_array(${text})`);
/** Events of one row: the engine takes a text for a large one from 128 KB on, and reads those more slowly. */
const PART_EVENTS = 128;
const ADD_RANGE = `INSERT INTO audit_ranges (tenant_id, first, size, earliest, latest, times) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING RETURNING range_no`;
const ADD_BITMAP = 'INSERT INTO audit_bitmaps (range_no, path, value, bits) VALUES (?, ?, ?, ?)';
const REMOVE = 'DELETE FROM audit_ranges WHERE range_no = ?';
const REMOVE_OF = 'DELETE FROM audit_ranges WHERE tenant_id = ? AND first <= ? AND first + size > ?';

/** The parts of a tenant's trail, from its first event on, that may have events of a filter. */
export const partsOf = (
  driver: SqlDriver,
  { tenantId, filter }: { readonly tenantId: string; readonly filter: AuditFilter },
  firstSequence: number,
): TrailPart[] => {
  const ranges = rangesInUse(rangesOf(driver, tenantId), firstSequence);
  const times = askedTimes(filter);
  const asked = ranges.filter((range) => isWithinTime(range, times));
  const bits = bitsOfAll(driver, asked, filter);
  const numbers = new Map(ranges.map(({ first, rangeNo }) => [first, rangeNo]));
  const numberOf = (first: number): number => numbers.get(first) ?? 0;
  return trailParts(filter, {
    ranges,
    bitsOf: (first, path) => bits.get(path)?.get(numberOf(first)),
    timesOf: (first) => timesOf(driver, numberOf(first)),
  });
};

/** The ranges of a tenant's index, also those that others replace. */
export const rangesOf = (driver: SqlDriver, tenantId: string): NumberedRange[] => {
  const [found] = driver.prepare(RANGES).get([tenantId]) ?? [];
  return (JSON.parse(found as string) as readonly (readonly number[])[]).map(rangeOf);
};

const rangeOf = ([rangeNo = 0, first = 0, size = 0, earliest = 0, latest = 0]: readonly number[]) => ({
  rangeNo,
  first,
  size,
  earliest,
  latest,
});

type BitsByRange = ReadonlyMap<SqlValue, Uint8Array>;

// Handing over a bitmap costs more than finding it. Where something that is rare in a range has none, events are looked for along its own path,
// whatever else is asked for: a resource's events have few bitmaps then.
const bitsOfAll = (
  driver: SqlDriver,
  ranges: readonly NumberedRange[],
  filter: AuditFilter,
): ReadonlyMap<TrailPath, BitsByRange> => {
  const found = new Map<TrailPath, BitsByRange>();
  const asked = askedValues(filter);
  for (const [path, value] of asked)
    if (hasManyValues(path)) found.set(path, bitsOf(driver, ranges, path, value));
  const rest = ranges.filter(({ rangeNo }) => [...found.values()].every((bits) => bits.has(rangeNo)));
  for (const [path, value] of asked) if (!found.has(path)) found.set(path, bitsOf(driver, rest, path, value));
  return found;
};

const bitsOf = (
  driver: SqlDriver,
  ranges: readonly NumberedRange[],
  path: TrailPath,
  value: string,
): BitsByRange => {
  const numbers = JSON.stringify(ranges.map(({ rangeNo }) => rangeNo));
  const rows = driver.prepare(BITS).all([numbers, path, value]);
  return new Map(rows.map(([rangeNo = null, bits]) => [rangeNo, bits as Uint8Array]));
};

const timesOf = (driver: SqlDriver, rangeNo: number): Float64Array | undefined => {
  const [times] = driver.prepare(TIMES).get([rangeNo]) ?? [];
  return times instanceof Uint8Array ? timesIn(times) : undefined;
};

/** Events from a sequence on, as they are indexed. */
export const eventsToIndex = (
  driver: SqlDriver,
  tenantId: string,
  { first, count }: { readonly first: number; readonly count: number },
): IndexedEvents => {
  const end = first + count;
  const sequences: number[] = [];
  const texts: string[] = [];
  for (let from = first; from < end; from += PART_EVENTS) {
    const part = partOf(driver, [tenantId, from, Math.min(from + PART_EVENTS, end)]);
    sequences.push(...part.sequences);
    texts.push(...part.texts);
  }
  const events = texts.map(jsonValuesOf);
  return {
    sequences,
    occurredAt: events.map((values) => valueIn(values[OCCURRED_AT]) ?? ''),
    values: INDEXED_PLACES.map((place) => valuesAt(place, events)),
  };
};

const valueIn = (json = ''): string | null => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
};

// Many events have the value of another one: reading JSON takes longer than looking it up. The keys are parts of the texts and keep them, the
// values are not: a range is built of many slices, whose texts must not live that long.
const valuesAt = (place: number, events: readonly (readonly string[])[]): (string | null)[] => {
  const known = new Map<string, string | null>();
  return events.map((values) => {
    const json = values[place] ?? '';
    const told = known.get(json);
    if (told !== undefined) return told;
    const value = valueIn(json);
    known.set(json, value);
    return value;
  });
};

const partOf = (driver: SqlDriver, place: readonly SqlValue[]) => {
  const [found = '[]', lines] = driver.prepare(EVENTS).get(place) ?? [];
  const sequences = JSON.parse(found as string) as readonly number[];
  const texts = typeof lines === 'string' ? lines.split('\n') : [];
  return { sequences, texts: texts.length === sequences.length ? texts : escapedTexts(driver, place) };
};

const escapedTexts = (driver: SqlDriver, place: readonly SqlValue[]): readonly string[] =>
  JSON.parse((driver.prepare(ESCAPED_EVENTS).get(place)?.[1] ?? '[]') as string) as string[];

const placeOf = (column: EventColumn): number => EVENT_COLUMNS.indexOf(column);
const OCCURRED_AT = placeOf('occurred_at');
const INDEXED_PLACES = INDEXED_PATHS.map((path) => placeOf(COLUMN_OF[path]));

/** Adds a range, unless it is there. */
export const addRange = (driver: SqlDriver, tenantId: string, built: BuiltRange): void => {
  const { first, size, earliest, latest } = built.range;
  const times = new Uint8Array(built.times.buffer);
  const [rangeNo] = driver.prepare(ADD_RANGE).get([tenantId, first, size, earliest, latest, times]) ?? [];
  if (rangeNo === undefined) return;
  const add = driver.prepare(ADD_BITMAP);
  for (const { path, value, bits } of built.bitmaps) add.run([rangeNo, path, value, bits]);
};

/** Removes ranges with their bitmaps. */
export const removeRanges = (driver: SqlDriver, ranges: readonly NumberedRange[]): void => {
  const remove = driver.prepare(REMOVE);
  for (const { rangeNo } of ranges) remove.run([rangeNo]);
};

/** Removes the ranges that have any of some events: what is sealed leaves nothing in the index. */
export const removeRangesOf = (
  driver: SqlDriver,
  tenantId: string,
  { first, last }: { readonly first: number; readonly last: number },
): void => {
  driver.prepare(REMOVE_OF).run([tenantId, last, first]);
};
