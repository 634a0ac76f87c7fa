import type { SqlDriver } from '../driver/sql-driver.js';
import { type KindSchema, kindSchemaOf } from './kind-schema.js';
import { attributeColumn, type KindTable, uniqueColumn } from './kind-table.js';
import { columnsOf, membersOf } from './projection.js';

/** Documents that are projected again in one go. */
const CHUNK = 500;

/**
 * Brings the tables of kinds in line with their declarations: new tables, columns and indexes, and every projection again
 * from the documents. Does nothing where the declaration is the one that the table was made from.
 */
export const syncKindTables = (driver: SqlDriver, tables: readonly KindTable[], rebuild: boolean): void => {
  if (tables.every((table) => !rebuild && isInLine(driver, table))) return;
  driver.transaction('IMMEDIATE', () => {
    // Another process may have done it while we waited for the lock.
    for (const table of tables) if (rebuild || !isInLine(driver, table)) bringInLine(driver, table);
  });
};

const isInLine = (driver: SqlDriver, table: KindTable): boolean => {
  const found = driver.prepare('SELECT signature FROM kind_tables WHERE name = ?').get([table.kind.name]);
  return found?.[0] === kindSchemaOf(table).signature;
};

const bringInLine = (driver: SqlDriver, table: KindTable): void => {
  const schema = kindSchemaOf(table);
  for (const create of schema.createTables) driver.prepare(create).run();
  addMissingColumns(driver, table, schema);
  // Unique rules are judged when all rows are projected, not between two of them.
  dropIndexes(driver, table);
  projectAgain(driver, table);
  for (const { create } of schema.indexes) driver.prepare(create).run();
  driver
    .prepare('INSERT INTO kind_tables VALUES (?, ?) ON CONFLICT DO UPDATE SET signature = excluded.signature')
    .run([table.kind.name, schema.signature]);
};

const addMissingColumns = (driver: SqlDriver, { table }: KindTable, schema: KindSchema): void => {
  const present = new Set(
    driver
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all([table])
      .map(([name]) => name),
  );
  for (const { name, add } of schema.columns) if (!present.has(name)) driver.prepare(add).run();
};

const dropIndexes = (driver: SqlDriver, { table }: KindTable): void => {
  const found = driver
    .prepare("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL")
    .all([table]);
  for (const [name] of found) driver.prepare(`DROP INDEX ${name}`).run();
};

const projectAgain = (driver: SqlDriver, table: KindTable): void => {
  const next = `SELECT row_no, doc, tenant_id, environment_id, id FROM ${table.table}
    WHERE row_no > ? ORDER BY row_no LIMIT ${CHUNK}`;
  const columns = [...table.attributes.map(attributeColumn), ...table.uniques.map(uniqueColumn)];
  const assigned = columns.map((column) => `${column} = ?`).join(', ');
  const update = `UPDATE ${table.table} SET ${assigned} WHERE row_no = ?`;
  if (table.memberships.length > 0) driver.prepare(`DELETE FROM ${table.members}`).run();
  for (let last = -1; ; ) {
    const rows = driver.prepare(next).all([last]);
    for (const [rowNo = null, doc, tenantId = null, environmentId = null, id = null] of rows) {
      const record: unknown = JSON.parse(doc as string);
      if (columns.length > 0) driver.prepare(update).run([...columnsOf(table, record), rowNo]);
      const members = membersOf(table, record);
      if (members !== undefined)
        driver.prepare(table.sql.insertMembers).run([tenantId, environmentId, id, members]);
      last = rowNo as number;
    }
    if (rows.length < CHUNK) return;
  }
};
