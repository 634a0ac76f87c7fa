import {
  type AnyKind,
  type MemberQuery,
  type Page,
  partitionOf,
  type Query,
  type RecordStore,
  type Where,
} from '@govgate/ports';
import { type KindTable, type KindTables, STORED_COLUMNS } from '../kinds/kind-table.js';
import { countRows, countsOf } from './count-rows.js';
import type { KindReader } from './kind-reader.js';
import { pageRows } from './page-rows.js';
import type { ReadAccess } from './read-access.js';
import { storedOf } from './stored-record.js';
import { conditionOnMember } from './where-sql.js';

/** Records that `all` holds in memory at once. */
const CHUNK = 300;

/** Reads of records. */
export const sqliteRecords = (reads: ReadAccess, tables: KindTables): RecordStore => ({
  get: (kind, scope, id) =>
    reads.run((driver) => {
      const table = tables.of(kind);
      const row = driver.get(table.sql.get, keyIn(table, scope, id));
      return row === undefined ? undefined : storedOf(row);
    }),
  holder: (kind, scope, unique, value) =>
    reads.run((driver) => {
      const table = tables.of(kind);
      const sql = table.sql.holders[unique];
      if (sql === undefined) throw new TypeError(`kind ${kind.name} has no unique rule ${unique}`);
      const row = driver.get(sql, keyIn(table, scope, value));
      return row === undefined ? undefined : storedOf(row);
    }),
  getMany: (kind, scope, ids) =>
    reads.run((driver) => {
      const table = tables.of(kind);
      return driver.all(table.sql.getMany, keyIn(table, scope, JSON.stringify(ids))).map(storedOf);
    }),
  page: async (kind, scope, query) => {
    const table = tables.of(kind);
    return reads.snapshot((driver) => pageOf({ driver, table, scope }, query as Query<AnyKind>));
  },
  count: (kind, scope, where) =>
    reads.run((driver) => countRows({ driver, table: tables.of(kind), scope }, where as Where<AnyKind>)),
  countBy: (kind, scope, attribute, where) =>
    reads.run((driver) =>
      countsOf({ driver, table: tables.of(kind), scope }, attribute, where as Where<AnyKind>),
    ),
  idsByMember: (kind, scope, request) =>
    reads.run((driver) =>
      idsByMember({ driver, table: tables.of(kind), scope }, request as MemberQuery<AnyKind>),
    ),
  async *all(kind) {
    const table = tables.of(kind);
    for (let place = ['', '', '']; ; ) {
      const rows = await reads.run((driver) => driver.all(table.sql.all, [...place, CHUNK]));
      yield* rows.map(storedOf);
      const last = rows.at(-1);
      if (last === undefined || rows.length < CHUNK) return;
      place = last.slice(STORED_COLUMNS.length) as string[];
    }
  },
});

const keyIn = (table: KindTable, scope: object, third: string): string[] => {
  const { tenantId, environmentId } = partitionOf(table.kind, scope);
  return [tenantId, environmentId, third];
};

const pageOf = (reader: KindReader, query: Query<AnyKind>): Page<never> => {
  const { rows, more } = pageRows(reader, query);
  return { items: rows.map(storedOf), more };
};

// A subquery for each member, so that none is walked further than the limit. Its ids come as one text: handing over a row costs several
// times what reading it does.
const idsByMember = (
  { driver, table, scope }: KindReader,
  query: MemberQuery<AnyKind>,
): ReadonlyMap<string, readonly string[]> => {
  const { sql, values } = conditionOnMember(table, scope, query);
  const text = `SELECT asked.value, (SELECT json_group_array(id) FROM
      (SELECT id FROM ${table.members} AS m WHERE ${sql} AND value = asked.value ORDER BY id LIMIT ?))
    FROM json_each(?) AS asked`;
  const given = [...values, query.limit ?? NO_LIMIT, JSON.stringify(query.members)];
  const read = driver.all<[string, string]>(text, given);
  const found = read.map(([member, ids]) => [member, JSON.parse(ids) as string[]] as const);
  return new Map(found.filter(([, ids]) => ids.length > 0));
};

const NO_LIMIT = -1;
