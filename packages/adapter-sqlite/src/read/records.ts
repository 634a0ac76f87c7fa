import {
  type AnyKind,
  type Changed,
  type Changes,
  type MemberQuery,
  type Order,
  type Page,
  partitionOf,
  type Query,
  type RecordStore,
  type Where,
} from '@govgate/ports';
import type { SqlRow, SqlValue } from '../driver/sql-driver.js';
import type { KeepInLine } from '../kinds/keep-in-line.js';
import { IN_SCOPE, type KindTable, type KindTables, STORED_COLUMNS } from '../kinds/kind-table.js';
import type { Parts } from '../kinds/parts.js';
import { countRows, countsOf } from './count-rows.js';
import type { Look } from './look.js';
import { pageRows } from './page-rows.js';
import type { ReadAccess } from './read-access.js';
import { type RecordReader, readerOn, readRecords, storedOf } from './stored-record.js';
import { BY_ID, membersAsked } from './where-sql.js';

/** Records that `all` holds in memory at once. */
const CHUNK = 300;

interface RecordLook extends Look {
  readonly reader: RecordReader;
}

/** What reads of records go by. */
export interface RecordAccess {
  readonly reads: ReadAccess;
  readonly tables: KindTables;
  readonly parts: Parts;
  readonly keepInLine: KeepInLine;
}

/**
 * Reads of records. A record's text is parsed on every read, which makes it the caller's own copy; its stored part is shared and frozen.
 */
export const sqliteRecords = (access: RecordAccess): RecordStore => ({
  ...readsById(access),
  ...lists(access),
  ...counts(access),
  ...walks(access),
});

const readsById = ({ reads, tables, parts }: RecordAccess): Pick<RecordStore, 'get' | 'getMany'> => ({
  get: (kind, scope, id) => {
    const table = tables.of(kind);
    const key = keyIn(table, scope, id);
    return readRecords(reads, parts, (driver, reader) => {
      const row = driver.prepare(table.sql.get).get(key);
      return row === undefined ? undefined : storedOf(reader, table, row);
    });
  },
  getMany: (kind, scope, ids) => {
    const table = tables.of(kind);
    const key = keyIn(table, scope, JSON.stringify(ids));
    return readRecords(reads, parts, (driver, reader) =>
      driver
        .prepare(table.sql.getMany)
        .all(key)
        .map((row) => storedOf(reader, table, row)),
    );
  },
});

const lists = ({
  reads,
  tables,
  parts,
  keepInLine,
}: RecordAccess): Pick<RecordStore, 'page' | 'idsByMember'> => {
  const inLine = inLineFor(keepInLine);
  return {
    page: async (kind, scope, asked) => {
      const table = tables.of(kind);
      const query = asked as Query<AnyKind>;
      await inLine(table, scope, query);
      return reads.snapshot((driver) =>
        pageOf({ driver, reader: readerOn(driver, parts), table, scope }, query),
      );
    },
    idsByMember: async (kind, scope, asked) => {
      const [table, query] = [tables.of(kind), asked as MemberQuery<AnyKind>];
      await inLine(table, scope, { where: {} });
      return reads.run((driver) => idsByMember({ driver, table, scope }, query));
    },
  };
};

const counts = ({ reads, tables, keepInLine }: RecordAccess): Pick<RecordStore, 'count' | 'countBy'> => {
  const inLine = inLineFor(keepInLine);
  return {
    count: async (kind, scope, asked) => {
      const [table, where] = [tables.of(kind), asked as Where<AnyKind>];
      await inLine(table, scope, { where });
      return reads.run((driver) => countRows({ driver, table, scope }, where));
    },
    countBy: async (kind, scope, attribute, asked) => {
      const [table, where] = [tables.of(kind), asked as Where<AnyKind>];
      await inLine(table, scope, byAttribute(attribute, where));
      return reads.run((driver) => countsOf({ driver, table, scope }, attribute, where));
    },
  };
};

const byAttribute = (by: string, where?: Where<AnyKind>): Using => ({
  where,
  order: { by, direction: 'asc' },
});

const walks = ({ reads, tables, parts }: RecordAccess): Pick<RecordStore, 'changedSince' | 'all'> => ({
  changedSince: (kind, scope, revision, limit) =>
    reads.snapshot((driver) => {
      const look = { driver, reader: readerOn(driver, parts), table: tables.of(kind), scope };
      return changesSince(look, revision, limit);
    }),
  async *all(kind) {
    const table = tables.of(kind);
    for (let place = ['', '', '']; ; ) {
      const chunk = await readRecords(reads, parts, (driver, reader) => {
        const rows = driver.prepare(table.sql.all).all([...place, CHUNK]);
        return { last: rows.at(-1), stored: rows.map((row) => storedOf(reader, table, row)) };
      });
      yield* chunk.stored;
      if (chunk.last === undefined || chunk.stored.length < CHUNK) return;
      place = chunk.last.slice(STORED_COLUMNS) as string[];
    }
  },
});

const keyIn = (table: KindTable, scope: object, third: string): string[] => {
  const { tenantId, environmentId } = partitionOf(table.kind, scope);
  return [tenantId, environmentId, third];
};

const itemsOf = ({ reader, table }: RecordLook, rows: readonly SqlRow[]): Page<never>['items'] =>
  rows.map((row) => storedOf(reader, table, row));

const pageOf = (look: RecordLook, query: Query<AnyKind>): Page<never> => {
  const { rows, more } = pageRows(look, query);
  const isWhole = !more && query.after === undefined;
  return {
    items: itemsOf(look, rows),
    totalCount: isWhole ? rows.length : countRows(look, query.where),
    more,
  };
};

const idsByMember = (look: Look, query: MemberQuery<AnyKind>): ReadonlyMap<string, readonly string[]> => {
  const { members, limit } = query;
  // With a limit no member's ids are walked further than that.
  const asked = limit === undefined ? [members] : [...new Set(members)].map((member) => [member]);
  const found = new Map<string, string[]>();
  for (const some of asked)
    for (const [value, id] of memberRows(look, { ...query, members: some })) {
      const ids = found.get(value);
      if (ids === undefined) found.set(value, [id]);
      else ids.push(id);
    }
  return found;
};

const memberRows = (
  { driver, table, scope }: Look,
  query: MemberQuery<AnyKind>,
): readonly [string, string][] => {
  const { sql, values } = membersAsked(table, scope, query);
  const text = `SELECT value, id FROM ${table.members} AS m WHERE ${sql} ORDER BY value, id LIMIT ?`;
  return driver.prepare(text).all([...values, query.limit ?? NO_LIMIT]) as unknown as readonly [
    string,
    string,
  ][];
};

const NO_LIMIT = -1;

const changesSince = (
  { driver, reader, table, scope }: RecordLook,
  revision: number,
  limit: number,
): Changes<never> => {
  const [tenantId = '', environmentId = ''] = keyIn(table, scope, '');
  const [kind, key] = [table.kind.name, [tenantId, environmentId]];
  const lastOf = (text: string, values: readonly SqlValue[]): number =>
    (driver.prepare(text).get(values)?.[0] ?? Number.POSITIVE_INFINITY) as number;
  const latest = (driver.prepare(REACHED).get([kind, ...key])?.[0] ?? 0) as number;
  const lastWritten = lastOf(
    `SELECT change_seq FROM ${table.table} WHERE ${IN_SCOPE} AND change_seq > ? ORDER BY change_seq LIMIT 1 OFFSET ?`,
    [...key, revision, limit - 1],
  );
  // From 0: everything that exists, including records from before the kind was tracked, and no removals.
  const isStart = revision === 0;
  const lastRemoved = isStart ? lastWritten : lastOf(LAST_REMOVED, [kind, ...key, revision, limit - 1]);
  const upTo = Math.min(lastWritten, lastRemoved, latest);
  const written = driver
    .prepare(
      `SELECT ${table.sql.stored}, id FROM ${table.table} WHERE ${IN_SCOPE} AND change_seq > ? AND change_seq <= ?`,
    )
    .all([...key, isStart ? -1 : revision, upTo]);
  const removed = isStart ? [] : driver.prepare(REMOVED).all([kind, ...key, revision, upTo]);
  const changes: Changed<never>[] = [
    ...written.map((row) => ({
      id: row[STORED_COLUMNS] as string,
      stored: storedOf(reader, table, row),
    })),
    ...removed.map(([id]) => ({ id: id as string, stored: undefined })),
  ];
  return { changes, revision: upTo, latest };
};

const REACHED = `SELECT reached FROM change_counters WHERE kind = ? AND ${IN_SCOPE}`;
const REMOVED_IN_SCOPE = `FROM tombstones WHERE kind = ? AND ${IN_SCOPE} AND changed_at > ?`;
const REMOVED = `SELECT id ${REMOVED_IN_SCOPE} AND changed_at <= ?`;
const LAST_REMOVED = `SELECT changed_at ${REMOVED_IN_SCOPE} ORDER BY changed_at LIMIT 1 OFFSET ?`;

/** What of the derived values a read uses. */
interface Using {
  readonly where?: Where<AnyKind> | undefined;
  readonly order?: Order<AnyKind> | undefined;
}

// A list of everything by id uses nothing derived.
const inLineFor =
  (keepInLine: KeepInLine) =>
  (table: KindTable, scope: object, { where, order = BY_ID }: Using): Promise<void> | undefined => {
    if (where === undefined && order.by === 'id') return undefined;
    const [tenantId = '', environmentId = ''] = keyIn(table, scope, '');
    return keepInLine(table, [tenantId, environmentId]);
  };
