import type { AnyKind, Query } from '@govgate/ports';
import type { SqlRow, SqlValue } from '../driver/sql-driver.js';
import { STORED_COLUMNS } from '../kinds/kind-table.js';
import { allOf, oneOf } from './condition.js';
import type { KindReader } from './kind-reader.js';
import { afterSql, BY_ID, questionOf } from './where-sql.js';

/** The rows of a page. */
export interface PageRows {
  readonly rows: readonly SqlRow[];
  /** Whether records follow. */
  readonly more: boolean;
}

/** Reads a page's rows, which start with the stored columns. */
export const pageRows = (reader: KindReader, query: Query<AnyKind>): PageRows => {
  const { limit, mostBytes } = query;
  const request = { ...query, limit: limit + 1 };
  if (mostBytes === undefined)
    return cut(selectPage(reader, { columns: STORED_COLUMNS.join(', '), given: [] }, request), limit);
  // Each text up to its even share of the bytes comes along: so most pages take one statement, and none holds more than is allowed.
  const share = Math.floor(mostBytes / limit);
  const found = selectPage(reader, { columns: MEASURED, given: [share] }, request);
  const { rows, more } = cut(found, fitting(found, query.limit, mostBytes));
  return { rows: withLongTexts(reader, rows), more };
};

const cut = (rows: readonly SqlRow[], limit: number): PageRows => {
  const more = rows.length > limit;
  return { rows: more ? rows.slice(0, limit) : rows, more };
};

/** How many records fit on a page limited by bytes; the first always does. */
const fitting = (rows: readonly SqlRow[], limit: number, mostBytes: number): number => {
  let bytes = 0;
  const end = rows.findIndex((row) => {
    bytes += row[BYTES] as number;
    return bytes > mostBytes;
  });
  return end === -1 ? limit : Math.min(limit, Math.max(1, end));
};

/** The stored columns, without a text that is longer than a given number of bytes, then the row and the length of its text. */
const MEASURED = 'version, CASE WHEN octet_length(doc) <= ? THEN doc END, row_no, octet_length(doc)';
const [TEXT, ROW_NO, BYTES] = [1, 2, 3] as const;

const withLongTexts = ({ driver, table }: KindReader, rows: readonly SqlRow[]): readonly SqlRow[] => {
  const long = rows.filter((row) => row[TEXT] === null).map((row) => row[ROW_NO] as number);
  if (long.length === 0) return rows;
  const { sql, values } = oneOf('row_no', long);
  const read = driver.all(`SELECT row_no, doc FROM ${table.table} WHERE ${sql}`, values);
  const texts = new Map(read.map(([rowNo, text = null]) => [rowNo, text]));
  return rows.map((row) =>
    row[TEXT] === null ? row.with(TEXT, texts.get(row[ROW_NO] as number) ?? null) : row,
  );
};

interface Selected {
  readonly columns: string;
  readonly given: readonly SqlValue[];
}

const selectPage = (
  reader: KindReader,
  { columns, given }: Selected,
  { where, order = BY_ID, after, limit }: Query<AnyKind>,
): readonly SqlRow[] => {
  const { driver, table } = reader;
  const { from, wanted, orderBy, id, ordered } = questionOf(reader, where, order);
  const { sql, values } = allOf(
    after === undefined ? [wanted] : [wanted, afterSql(table, order, { after, id })],
  );
  const select = (what: string): string => `SELECT ${what} ${from} WHERE ${sql} ORDER BY ${orderBy} LIMIT ?`;
  // Sorting carries whatever is selected: row numbers alone come from the index, and no record is read that is not on the page.
  const text = ordered
    ? select(columns)
    : `SELECT ${columns} FROM ${table.table} WHERE row_no IN (${select('row_no')}) ORDER BY ${orderBy}`;
  return driver.all(text, [...given, ...values, limit]);
};
