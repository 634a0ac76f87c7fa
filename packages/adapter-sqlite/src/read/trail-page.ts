import { type EventColumn, readAuditText, textOfColumn } from '@govgate/domain';
import {
  type AuditFilter,
  type AuditPage,
  type AuditPageQuery,
  askedValues,
  isUnfiltered,
  partsOfPage,
  sequencesOf,
  type TrailPart,
  type WalkedPart,
  type WalkedPath,
  WHOLE_TRAIL,
  walkedEvents,
} from '@govgate/ports';
import type { SqlDriver, SqlRow } from '../driver/sql-driver.js';
import { allOf, type Condition, equals } from './condition.js';
import { COLUMN_OF } from './trail-columns.js';
import { endsOf } from './trail-ends.js';
import { partsOf } from './trail-index.js';

const INDEXES: Readonly<Record<WalkedPath, string>> = {
  correlationId: 'audit_events_by_correlation',
  resourceId: 'audit_events_of_resource',
  actorId: 'audit_events_by_actor',
};

const NAMED = `SELECT text, hash FROM json_each(?) AS named CROSS JOIN audit_events INDEXED BY audit_events_by_sequence
  WHERE tenant_id = ? AND sequence = named.value ORDER BY named.key`;

interface Asked extends AuditPageQuery {
  readonly tenantId: string;
  /** Events that are walked by sequence for it. */
  readonly mostWalked: number;
}

/** A page of a trail, and how many events its filter has. Undefined: too many would be walked for it. */
export const pageOf = (driver: SqlDriver, asked: Asked): AuditPage | undefined => {
  const { limit, afterSequence } = asked;
  const parts = partsToRead(driver, asked);
  if (parts === undefined) return undefined;
  const { rows, counts } = readParts(driver, asked, parts);
  const more = rows.length > limit;
  return {
    items: rows.slice(0, limit).map(([text, hash]) => readAuditText(text as string, hash as string)),
    totalCount:
      afterSequence === undefined && !more ? rows.length : countEvents(driver, asked, { parts, counts }),
    more,
  };
};

const partsToRead = (driver: SqlDriver, asked: Asked): readonly TrailPart[] | undefined => {
  if (isUnfiltered(asked.filter)) return WHOLE_TRAIL;
  const ends = endsOf(driver, asked.tenantId);
  const parts = partsOf(driver, asked, ends.firstSequence);
  return walkedEvents(parts, ends) > asked.mostWalked ? undefined : parts;
};

interface ReadParts {
  readonly rows: readonly SqlRow[];
  /** Of parts that were walked to their end, how many events of the filter they have. */
  readonly counts: ReadonlyMap<TrailPart, number>;
}

// One more than a page holds tells whether there are more. Events that are known by name are read together.
const readParts = (driver: SqlDriver, asked: Asked, parts: readonly TrailPart[]): ReadParts => {
  const rows: SqlRow[] = [];
  const counts = new Map<TrailPart, number>();
  let known: number[] = [];
  for (const part of partsOfPage(parts, asked)) {
    const most = asked.limit + 1 - rows.length - known.length;
    if (most === 0) break;
    if ('path' in part) {
      const found = walked(driver, asked, part, most);
      if (found.length < most && asked.afterSequence === undefined) counts.set(part, found.length);
      rows.push(...named(driver, asked, known), ...found);
      known = [];
    } else known.push(...sequencesOf(part, asked, most));
  }
  return { rows: [...rows, ...named(driver, asked, known)], counts };
};

const named = (driver: SqlDriver, { tenantId }: Asked, sequences: readonly number[]): readonly SqlRow[] =>
  sequences.length === 0 ? [] : driver.prepare(NAMED).all([JSON.stringify(sequences), tenantId]);

const walked = (driver: SqlDriver, asked: Asked, part: WalkedPart, most: number): readonly SqlRow[] => {
  const { direction, afterSequence } = asked;
  const behind = direction === 'asc' ? '>' : '<';
  const place = afterSequence === undefined ? [] : [{ sql: `sequence ${behind} ?`, values: [afterSequence] }];
  const { sql, values } = allOf([...conditionsOf(asked, part), ...place]);
  return driver
    .prepare(`SELECT text, hash ${sourceOf(part)} WHERE ${sql} ORDER BY sequence ${direction} LIMIT ?`)
    .all([...values, most]);
};

// Sequences have no gaps, so the head and the first event give the count of the whole trail.
const countEvents = (
  driver: SqlDriver,
  asked: Asked,
  { parts, counts }: { readonly parts: readonly TrailPart[]; readonly counts: ReadParts['counts'] },
): number => {
  if (parts === WHOLE_TRAIL) {
    const { firstSequence, lastSequence } = endsOf(driver, asked.tenantId);
    return lastSequence + 1 - firstSequence;
  }
  let count = 0;
  for (const part of parts)
    count += 'path' in part ? (counts.get(part) ?? countWalked(driver, asked, part)) : part.matches.count;
  return count;
};

const countWalked = (driver: SqlDriver, asked: Asked, part: WalkedPart): number => {
  const { sql, values } = allOf(conditionsOf(asked, part));
  return driver.prepare(`SELECT count(*) ${sourceOf(part)} WHERE ${sql}`).get(values)?.[0] as number;
};

const sourceOf = ({ path }: WalkedPart): string =>
  `FROM audit_events INDEXED BY ${path === undefined ? 'audit_events_by_sequence' : INDEXES[path]}`;

const conditionsOf = (
  { tenantId, filter }: Asked,
  { after, upTo, path }: WalkedPart,
): readonly Condition[] => [
  equals('tenant_id', tenantId),
  ...filterConditions(filter, path),
  ...(Number.isFinite(after) ? [{ sql: 'sequence > ?', values: [after] }] : []),
  ...(Number.isFinite(upTo) ? [{ sql: 'sequence <= ?', values: [upTo] }] : []),
];

// The index of resources has the other columns too. Without an index that has them, a row's have to be computed by reading its text as JSON,
// which takes three times as long as searching it.
const filterConditions = (filter: AuditFilter, path: WalkedPath | undefined): readonly Condition[] => {
  const asked = askedValues(filter).map(([one, value]) => ({ one, column: COLUMN_OF[one], value }));
  const inIndex = asked.filter(({ one }) => path === 'resourceId' || one === path);
  const inText = asked.filter((value) => !inIndex.includes(value));
  return [
    ...inIndex.map(({ column, value }) => equals(column, value)),
    ...(path === 'resourceId' ? within('occurred_at', filter) : inTexts(inText, filter)),
  ];
};

// Times come first, as most events of a part are within those asked for, or none.
const inTexts = (
  values: readonly { readonly column: EventColumn; readonly value: string }[],
  filter: AuditFilter,
): readonly Condition[] => {
  const parts = values
    .toSorted((one, other) => (one.column < other.column ? -1 : 1))
    .map(({ column, value }) => literally(textOfColumn(column, value)));
  const asked = [
    ...within(OCCURRED_AT, filter),
    ...(parts.length === 0 ? [] : [{ sql: 'text GLOB ?', values: [`*${parts.join('*')}*`] }]),
  ];
  return asked.length === 0 ? [] : [{ sql: "typeof(text) = 'text'", values: [] }, ...asked];
};

const literally = (text: string): string => text.replace(/[*?[]/g, '[$&]');

const TIME = ',"occurred_at":"';
// As far as times are compared.
const OCCURRED_AT = `substr(text, instr(text, '${TIME}') + ${TIME.length}, 24)`;

const within = (time: string, { from, to }: AuditFilter): readonly Condition[] => [
  ...(to === undefined ? [] : [{ sql: `${time} < ?`, values: [to] }]),
  ...(from === undefined ? [] : [{ sql: `${time} >= ?`, values: [from] }]),
];
