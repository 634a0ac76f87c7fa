import Database from 'libsql';
import { LRUCache } from 'lru-cache';
import type { SqlDriver, SqlRow, SqlStatement, SqlValue } from './sql-driver.js';

/** Cached prepared statements; filters create more of them than a process should hold for ever. */
const KEPT_STATEMENTS = 500;

const NO_VALUES: readonly SqlValue[] = [];

/** Opens a file with libsql. `busyMs`: how long one call may block while another process holds a lock. */
export const openLibsql = (file: string, busyMs: number): SqlDriver => {
  const database = new Database(file, { timeout: busyMs });
  const statements = new LRUCache<string, SqlStatement>({
    max: KEPT_STATEMENTS,
    memoMethod: (sql) => wrap(database.prepare(sql)),
  });
  const prepare = (sql: string): SqlStatement => statements.memo(sql);
  const rollBack = (): void => {
    if (database.inTransaction) prepare('ROLLBACK').run();
  };
  const copyBack = (): void => {
    try {
      prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    } catch {
      // Another process is active: the log stays for the next one to open the file.
    }
  };
  return {
    prepare,
    transaction: (mode, work) => {
      prepare(`BEGIN ${mode}`).run();
      try {
        const answer = work();
        prepare('COMMIT').run();
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

// The driver takes an array of values only as the single argument, and gives plain rows only in raw mode, which it allows only for
// statements that return rows.
const wrap = (statement: Database.Statement): SqlStatement => {
  if (statement.reader) statement.raw(true);
  return {
    run: (values = NO_VALUES) => statement.run(values as SqlValue[]).changes,
    get: <Row extends SqlRow>(values = NO_VALUES) => statement.get(values as SqlValue[]) as Row | undefined,
    all: <Row extends SqlRow>(values = NO_VALUES) => statement.all(values as SqlValue[]) as Row[],
  };
};
