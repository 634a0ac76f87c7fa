import type { SqlValue } from '../driver/sql-driver.js';

/** Part of a WHERE clause, with the values of its placeholders in order. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** All conditions combined. */
export const allOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
});

export const equals = (column: string, value: SqlValue): Condition => ({
  sql: `${column} = ?`,
  values: [value],
});

/** Membership in a list. The list travels as one JSON text, so that its length makes no new statement. */
export const oneOf = (column: string, values: readonly SqlValue[]): Condition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  values: [JSON.stringify(values)],
});
