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

/** Alters a file past its store. */
export const alterSqlite = (file: string, sql: string): void => {
  const database = new Database(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
};

const rowsOf = (database: Database.Database, table: string): string[] =>
  (database.prepare(`SELECT * FROM "${table}"`).all() as object[]).map((row) => JSON.stringify(row)).sort();
