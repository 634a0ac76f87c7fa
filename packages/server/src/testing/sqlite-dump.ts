import Database from 'libsql';

/** What is counted or made anew without anybody's change: the store's own probe. */
const UNTOLD = ['store_probe'];

/** Every row of every table of an embedded store, by table. */
export const dumpSqlite = (file: string): Readonly<Record<string, readonly string[]>> => {
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

const rowsOf = (database: Database.Database, table: string): string[] =>
  (database.prepare(`SELECT * FROM "${table}"`).all() as object[]).map((row) => JSON.stringify(row)).sort();

/** The tables in which two dumps differ. */
export const changedTables = (
  before: ReturnType<typeof dumpSqlite>,
  after: ReturnType<typeof dumpSqlite>,
): readonly string[] =>
  Object.keys({ ...before, ...after }).filter(
    (table) => JSON.stringify(before[table]) !== JSON.stringify(after[table]),
  );
