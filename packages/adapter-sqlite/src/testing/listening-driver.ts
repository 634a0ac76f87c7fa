import type { SqlDriver, SqlValue } from '../driver/sql-driver.js';

/** A statement that read. */
export interface SeenStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A driver that keeps every statement that reads. */
export const listening = (driver: SqlDriver, statements: SeenStatement[]): SqlDriver => ({
  ...driver,
  get: (sql, values = []) => {
    statements.push({ sql, values });
    return driver.get(sql, values);
  },
  all: (sql, values = []) => {
    statements.push({ sql, values });
    return driver.all(sql, values);
  },
});

/** SQLite's query plan of a statement, in one line. */
export const planOf = (driver: SqlDriver, { sql, values }: SeenStatement): string =>
  driver
    .all(`EXPLAIN QUERY PLAN ${sql}`, values)
    .map(([, , , detail]) => detail)
    .join('; ');

/** The names of the engine's steps for a statement, in one line. */
export const stepsOf = (driver: SqlDriver, { sql, values }: SeenStatement): string =>
  driver
    .all(`EXPLAIN ${sql}`, values)
    .map(([, step]) => step)
    .join('; ');
