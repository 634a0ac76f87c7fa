import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import type { SqlDriver, SqlRow, SqlValue } from './sql-driver.js';

/** Cached prepared statements; filters create more of them than a process should hold for ever. */
const KEPT_STATEMENTS = 500;

const NO_VALUES: readonly SqlValue[] = [];

/** Opens a file with libsql. `busyMs`: how long one call may block while another process holds a lock. */
export const openLibsql = (file: string, busyMs: number): SqlDriver => {
  const database = new Database(file, { timeout: busyMs });
  const statements = new LRUCache<string, Database.Statement>({
    max: KEPT_STATEMENTS,
    memoMethod: (sql) => prepared(database, sql),
  });
  // The driver takes an array of values only as the single argument.
  const run: SqlDriver['run'] = (sql, values = NO_VALUES) =>
    statements.memo(sql).run(values as SqlValue[]).changes;
  const get = <Row extends SqlRow>(sql: string, values = NO_VALUES) =>
    statements.memo(sql).get(values as SqlValue[]) as Row | undefined;
  const all = <Row extends SqlRow>(sql: string, values = NO_VALUES) =>
    statements.memo(sql).all(values as SqlValue[]) as Row[];
  const rollBack = (): void => {
    if (database.inTransaction) run('ROLLBACK');
  };
  const copyBack = (): void => {
    try {
      get('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Another process is active: the log stays for the next one to open the file.
    }
  };
  return {
    run,
    get,
    all,
    transaction: (mode, work) => {
      run(`BEGIN ${mode}`);
      try {
        const answer = work();
        run('COMMIT');
        return answer;
      } catch (thrown) {
        rollBack();
        throw thrown;
      }
    },
    inTransaction: () => database.inTransaction,
    close: () => {
      // The driver keeps a closed connection until its statements are collected, so the log is checkpointed here.
      copyBack();
      database.close();
    },
  };
};

// The driver gives plain rows only in raw mode, which it allows only for statements that return rows.
const prepared = (database: Database.Database, sql: string): Database.Statement => {
  const statement = database.prepare(sql);
  if (statement.reader) statement.raw(true);
  return statement;
};
