import Database from 'libsql';
import type { StoreDump } from './store-dump.js';

/** What is counted or rewritten without any change by a caller: the store's own probe. */
const UNTOLD = ['store_probe'];

/** The content of an embedded store. */
export const dumpSqlite = (file: string): StoreDump => {
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
      )
      .all() as { name: string }[];
    return Object.fromEntries(
      tables.filter(({ name }) => !UNTOLD.includes(name)).map(({ name }) => [name, rowsOf(database, name)]),
    );
  } finally {
    database.close();
  }
};

/** How long it may take until no other process writes. */
const BUSY_MS = 10_000;

/** Alters a file past its store, which others may be writing to. */
export const alterSqlite = (file: string, sql: string): void => {
  const database = new Database(file);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    database.exec(sql);
  } finally {
    database.close();
  }
};

const rowsOf = (database: Database.Database, table: string): string[] =>
  (database.prepare(`SELECT * FROM "${table}"`).all() as object[]).map((row) => JSON.stringify(row)).sort();
