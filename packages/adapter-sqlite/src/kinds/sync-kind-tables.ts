import type { SqlDriver } from '../driver/sql-driver.js';
import { type KindSchema, kindSchemaOf } from './kind-schema.js';
import type { KindTable } from './kind-table.js';

/**
 * Brings the tables of kinds in line with their declarations: new tables, columns and indexes. Derived values are not touched: rows know
 * themselves whether they are out of date. Does nothing if the tables were made from the same declarations.
 */
export const syncKindTables = (driver: SqlDriver, tables: readonly KindTable[]): void => {
  if (tables.every((table) => isInLine(driver, table))) return;
  driver.transaction('IMMEDIATE', () => {
    // Another process may have done it while this one waited for the lock.
    for (const table of tables) if (!isInLine(driver, table)) bringInLine(driver, table);
  });
};

/** A kind that the store has seen in a later form; undefined: this process is current. */
export const laterForm = (driver: SqlDriver, tables: readonly KindTable[]): string | undefined =>
  tables.find(({ kind }) => (registered(driver, kind.name)?.schema ?? 0) > kind.schema)?.kind.name;

interface Registered {
  readonly signature: string;
  readonly schema: number;
  readonly form: string;
}

const registered = (driver: SqlDriver, name: string): Registered | undefined => {
  const row = driver.prepare('SELECT signature, schema, form FROM kind_tables WHERE name = ?').get([name]);
  return row === undefined
    ? undefined
    : { signature: row[0] as string, schema: row[1] as number, form: row[2] as string };
};

const isInLine = (driver: SqlDriver, table: KindTable): boolean =>
  registered(driver, table.kind.name)?.signature === kindSchemaOf(table).signature;

const bringInLine = (driver: SqlDriver, table: KindTable): void => {
  const schema = kindSchemaOf(table);
  const before = registered(driver, table.kind.name);
  for (const create of schema.createTables) driver.prepare(create).run();
  const added = addMissingColumns(driver, table, schema);
  syncIndexes(driver, { table, schema }, { added, before: before?.signature ?? '' });
  // Only if somebody forgot to raise the number: rows of the other form carry the same mark.
  if (before?.schema === table.kind.schema && before.form !== schema.form)
    driver.prepare(`UPDATE ${table.table} SET form = 0`).run();
  driver
    .prepare('INSERT OR REPLACE INTO kind_tables (name, signature, schema, form) VALUES (?, ?, ?, ?)')
    .run([table.kind.name, schema.signature, table.kind.schema, schema.form]);
};

const addMissingColumns = (
  driver: SqlDriver,
  { table }: KindTable,
  { columns }: KindSchema,
): ReadonlySet<string> => {
  const found = driver.prepare('SELECT name FROM pragma_table_info(?)').all([table]);
  const present = new Set(found.map(([name]) => name));
  const missing = columns.filter(({ name }) => !present.has(name));
  for (const { add } of missing) driver.prepare(add).run();
  return new Set(missing.map(({ name }) => name));
};

interface TableToSync {
  readonly table: KindTable;
  readonly schema: KindSchema;
}

const syncIndexes = (
  driver: SqlDriver,
  { table: { table }, schema: { indexes } }: TableToSync,
  { added, before }: { readonly added: ReadonlySet<string>; readonly before: string },
): void => {
  const found = driver
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .all([table])
    .map(([name]) => name as string);
  const declared = new Set(indexes.map(({ name }) => name));
  // Processes of the previous version use indexes by name: theirs are dropped only by the next version, and their index of out-of-date rows
  // stays, as it is empty.
  const mayBeAskedFor = (name: string): boolean =>
    declared.has(name) || before.includes(`"${name}"`) || name.startsWith(`${table}_behind_`);
  for (const name of found) if (!mayBeAskedFor(name)) driver.prepare(`DROP INDEX ${name}`).run();
  for (const { name, create, unique } of indexes) {
    if (found.includes(name)) continue;
    // A rule that was dropped and comes back: its column holds outdated values.
    if (unique !== undefined && !added.has(unique))
      driver.prepare(`UPDATE ${table} SET ${unique} = NULL, form = 0 WHERE ${unique} IS NOT NULL`).run();
    driver.prepare(create).run();
  }
};
