import type { SqlDriver, SqlValue } from '../driver/sql-driver.js';

/** A statement that read. */
export interface SeenStatement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** A driver that keeps every statement that reads. */
export const listening = (driver: SqlDriver, statements: SeenStatement[]): SqlDriver => ({
  ...driver,
  transaction: (mode, work) => driver.transaction(mode, work),
  prepare: (sql) => {
    const statement = driver.prepare(sql);
    const keep = (values: readonly SqlValue[] = []): void => void statements.push({ sql, values });
    return {
      run: (values) => statement.run(values),
      get: (values) => {
        keep(values);
        return statement.get(values);
      },
      all: (values) => {
        keep(values);
        return statement.all(values);
      },
    };
  },
});

/** SQLite's query plan of a statement, in one line. */
export const planOf = (driver: SqlDriver, { sql, values }: SeenStatement): string =>
  driver
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all(values)
    .map(([, , , detail]) => detail)
    .join('; ');

/** The names of the engine's steps for a statement, in one line. */
export const stepsOf = (driver: SqlDriver, { sql, values }: SeenStatement): string =>
  driver
    .prepare(`EXPLAIN ${sql}`)
    .all(values)
    .map(([, step]) => step)
    .join('; ');
