import { lastOf, MIGRATIONS, type Migration, migrated } from '@govgate/ports';
import type { SqlDriver, SqlValue } from '../driver/sql-driver.js';
import { isUniqueViolation } from '../driver/sql-error.js';
import { CORE_TABLES } from '../kinds/core-tables.js';
import { columnsOf, indexesOf, tablesOf } from '../kinds/kind-schema.js';
import type { KindTable } from '../kinds/kind-table.js';
import { project } from '../kinds/projection.js';
import { APPLICATION_ID } from './open-file.js';
import { StoreOpenError } from './store-open-error.js';

/** Records that are held in memory at once. */
const BATCH = 300;

/** Refuses files that are not ours or were written by a newer version. */
export const assertOurs = (driver: SqlDriver, file: string, migrations = MIGRATIONS): void => {
  const applicationId = numberOf(driver, 'PRAGMA application_id');
  const isNew = applicationId === 0 && numberOf(driver, 'SELECT count(*) FROM sqlite_master') === 0;
  if (!isNew && applicationId !== APPLICATION_ID) throw new StoreOpenError('not_a_store', file);
  if (numberOf(driver, 'PRAGMA user_version') > lastOf(migrations))
    throw new StoreOpenError('newer_version', file);
};

/**
 * Brings a store to the last step, all of it or nothing: a killed process leaves it as it was. Of several processes one does it, as only one may
 * write; the others wait for it and find it done.
 */
export const migrate = (
  driver: SqlDriver,
  file: string,
  {
    tables,
    migrations = MIGRATIONS,
  }: { readonly tables: readonly KindTable[]; readonly migrations?: readonly Migration[] },
): void => {
  const last = lastOf(migrations);
  if (numberOf(driver, 'PRAGMA user_version') === last) return;
  driver.transaction('IMMEDIATE', () => {
    assertOurs(driver, file, migrations);
    const reached = numberOf(driver, 'PRAGMA user_version');
    if (reached === last) return;
    if (reached === 0) for (const statement of CORE_TABLES) driver.run(statement);
    for (const table of tables) {
      bringInLine(driver, table, (record) =>
        migrated(migrations, reached, { kind: table.kind.name, record }),
      );
      makeIndexes(driver, file, table);
    }
    driver.get(`PRAGMA application_id = ${APPLICATION_ID}`);
    driver.get(`PRAGMA user_version = ${last}`);
  });
};

const bringInLine = (driver: SqlDriver, table: KindTable, change: (record: unknown) => unknown): void => {
  for (const create of tablesOf(table)) driver.run(create);
  addColumns(driver, table);
  const made = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL";
  for (const [name] of driver.all(made, [table.table])) driver.run(`DROP INDEX ${name as string}`);
  deriveAgain(driver, table, change);
};

const makeIndexes = (driver: SqlDriver, file: string, table: KindTable): void => {
  try {
    for (const create of indexesOf(table)) driver.run(create);
  } catch (thrown) {
    if (isUniqueViolation(thrown)) throw new StoreOpenError('broken_rule', file, { cause: thrown });
    throw thrown;
  }
};

const addColumns = (driver: SqlDriver, table: KindTable): void => {
  const found = driver.all('SELECT name FROM pragma_table_info(?)', [table.table]);
  const present = new Set(found.map(([name]) => name));
  for (const { name, type } of columnsOf(table))
    if (!present.has(name)) driver.run(`ALTER TABLE ${table.table} ADD COLUMN ${name} ${type}`);
};

// Versions stay: nobody changed the records.
const deriveAgain = (driver: SqlDriver, table: KindTable, change: (record: unknown) => unknown): void => {
  const read = `SELECT row_no, doc FROM ${table.table} WHERE row_no > ? ORDER BY row_no LIMIT ${BATCH}`;
  const next = (after: SqlValue) => driver.all(read, [after]);
  const assigned = ['doc', ...columnsOf(table).map(({ name }) => name)].map((name) => `${name} = ?`);
  const write = `UPDATE ${table.table} SET ${assigned.join(', ')} WHERE row_no = ?`;
  for (let rows = next(0); rows.length > 0; rows = next(rows.at(-1)?.[0] as SqlValue))
    for (const [rowNo = null, doc] of rows) {
      const put = project(table, change(JSON.parse(doc as string)));
      driver.run(write, [put.doc, ...put.columns, rowNo]);
      if (table.memberships.length === 0) continue;
      const key = [put.tenantId, put.environmentId, put.id];
      driver.run(table.sql.clearMembers, key);
      driver.run(table.sql.insertMembers, [...key, put.members]);
    }
};

const numberOf = (driver: SqlDriver, sql: string): number => driver.get<[number]>(sql)?.[0] ?? 0;
