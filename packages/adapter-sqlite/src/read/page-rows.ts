import type { AnyKind, Query } from '@govgate/ports';
import type { SqlRow } from '../driver/sql-driver.js';
import type { KindTable } from '../kinds/kind-table.js';
import { allOf } from './condition.js';
import type { Look } from './count-rows.js';
import { afterSql, BY_ID, questionOf } from './where-sql.js';

/** The rows of a page, as a kind's records are read from. */
interface PageRows {
  readonly rows: readonly SqlRow[];
  readonly more: boolean;
}

/** Reads a page in its order, and whether more follows. */
export const pageRows = (look: Look, query: Query<AnyKind>): PageRows =>
  query.mostBytes === undefined ? rowsOf(look, query) : fittingRows(look, query);

const rowsOf = (look: Look, query: Query<AnyKind>): PageRows => {
  const { limit } = query;
  const rows = selectPage(look, look.table.sql.stored, { ...query, limit: limit + 1 });
  return { rows: rows.slice(0, limit), more: rows.length > limit };
};

/** The rows of a page limited by bytes: it is walked for their numbers and lengths, and only what fits is read. */
const fittingRows = (look: Look, query: Query<AnyKind>): PageRows => {
  const { limit, mostBytes = Number.POSITIVE_INFINITY } = query;
  const places = selectPage(look, `row_no, ${lengthOf(look.table)}`, { ...query, limit: limit + 1 });
  let bytes = 0;
  const end = places.findIndex(([, length]) => {
    bytes += length as number;
    return bytes > mostBytes;
  });
  const fitting = end === -1 ? limit : Math.min(limit, Math.max(1, end));
  const numbers = places.slice(0, fitting).map(([number]) => number as number);
  return { rows: rowsAt(look, numbers), more: places.length > fitting };
};

const rowsAt = ({ driver, table }: Look, numbers: readonly number[]): readonly SqlRow[] => {
  const text = `SELECT row_no, ${table.sql.stored} FROM ${table.table}
    WHERE row_no IN (SELECT value FROM json_each(?))`;
  const rows = driver.prepare(text).all([JSON.stringify(numbers)]);
  const byNumber = new Map(rows.map(([number, ...row]) => [number, row]));
  return numbers.flatMap((number) => {
    const row = byNumber.get(number);
    return row === undefined ? [] : [row];
  });
};

const lengthOf = ({ kind, table, parts }: KindTable): string =>
  kind.apart.length === 0
    ? 'octet_length(doc)'
    : `octet_length(doc) + coalesce((SELECT octet_length(p.text) FROM ${parts} AS p
        WHERE p.row_no = ${table}.row_no AND p.name = ${table}.part), 0)`;

const selectPage = (
  { driver, table, scope }: Look,
  columns: string,
  { where, order = BY_ID, after, limit }: Query<AnyKind>,
): readonly SqlRow[] => {
  const { from, wanted, orderBy, id, ordered } = questionOf(table, scope, where, order);
  const { sql, values } = allOf(after === undefined ? [wanted] : [wanted, afterSql(table, order, after, id)]);
  const select = (what: string): string => `SELECT ${what} ${from} WHERE ${sql} ORDER BY ${orderBy} LIMIT ?`;
  // Sorting carries what is selected: numbers alone come from the index, and no record is read that is not on the page.
  const text = ordered
    ? select(columns)
    : `SELECT ${columns} FROM ${table.table} WHERE row_no IN (${select('row_no')}) ORDER BY ${orderBy}`;
  return driver.prepare(text).all([...values, limit]);
};
