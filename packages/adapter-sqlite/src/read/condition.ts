import type { SqlValue } from '../driver/sql-driver.js';

/** Part of a WHERE clause, with the values of its placeholders in order. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** All conditions combined. */
export const allOf = (conditions: readonly Condition[]): Condition => {
  const texts: string[] = [];
  const values: SqlValue[] = [];
  for (const condition of conditions) {
    texts.push(condition.sql);
    values.push(...condition.values);
  }
  return { sql: texts.join(' AND '), values };
};

export const equals = (column: string, value: SqlValue): Condition => ({
  sql: `${column} = ?`,
  values: [value],
});

/** Membership in a list. The list travels as one JSON text, so that its length makes no new statement. */
export const oneOf = (column: string, values: readonly SqlValue[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(values)],
});

/** A value, or one of several; undefined: any. */
export type FilterValue = SqlValue | readonly SqlValue[] | undefined;

/** The one value that is wanted; undefined: several are, or none. */
export const onlyOf = (wanted: FilterValue): SqlValue | undefined => {
  if (wanted === undefined || !isList(wanted)) return wanted;
  return wanted.length === 1 ? wanted[0] : undefined;
};

/** What is wanted of a column. A one-value list is an equality: an index then yields what follows it in order. */
export const conditionOn = (column: string, wanted: SqlValue | readonly SqlValue[]): Condition => {
  if (!isList(wanted)) return equals(column, wanted);
  const only = onlyOf(wanted);
  return only === undefined ? oneOf(column, wanted) : equals(column, only);
};

const isList = (wanted: SqlValue | readonly SqlValue[]): wanted is readonly SqlValue[] =>
  Array.isArray(wanted);
