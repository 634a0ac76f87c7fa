import { pathsOf } from '@govgate/ports';
import { attributeColumn, type KindTable, pathIndex, uniqueColumn } from './kind-table.js';

/** A column beside a record's key and text. */
export interface KindColumn {
  readonly name: string;
  readonly type: string;
}

const SCOPE_COLUMNS = 'tenant_id, environment_id';

/** The columns of what lists filter and sort by. Defaults allow a table to keep one that is no longer declared. */
export const columnsOf = ({ kind, attributes, uniques }: KindTable): readonly KindColumn[] => [
  ...attributes.map((attribute) => ({
    name: attributeColumn(attribute),
    type:
      kind.attributes[attribute]?.type === 'integer'
        ? 'INTEGER NOT NULL DEFAULT 0'
        : "TEXT NOT NULL DEFAULT ''",
  })),
  ...uniques.map((unique) => ({ name: uniqueColumn(unique), type: 'TEXT' })),
];

/** The tables of a kind, where they are not there. */
export const tablesOf = (table: KindTable): readonly string[] => [
  // A rowid table: documents are too long for a tree clustered by the key.
  `CREATE TABLE IF NOT EXISTS ${table.table} (
  row_no INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  environment_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  doc TEXT NOT NULL,${columnsOf(table)
    .map(({ name, type }) => `\n  ${name} ${type},`)
    .join('')}
  UNIQUE (${SCOPE_COLUMNS}, id)
)`,
  ...(table.memberships.length === 0 ? [] : membersOf(table)),
];

const membersOf = ({ members }: KindTable): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${members} (
  tenant_id TEXT NOT NULL,
  environment_id TEXT NOT NULL,
  membership TEXT NOT NULL,
  value TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (${SCOPE_COLUMNS}, membership, value, id)
) WITHOUT ROWID`,
  `CREATE INDEX IF NOT EXISTS ${members}_by_id ON ${members} (${SCOPE_COLUMNS}, id)`,
];

/** The indexes of a kind: one for each path of its lists, and one for each unique rule. */
export const indexesOf = ({ table, kind, uniques }: KindTable): readonly string[] => [
  ...pathsOf(kind).map(
    (path) =>
      `CREATE INDEX ${pathIndex(kind, path)} ON ${table} (${SCOPE_COLUMNS}, ${[...path, 'id'].map(attributeColumn).join(', ')})`,
  ),
  ...uniques
    .map(uniqueColumn)
    .map(
      (column) =>
        `CREATE UNIQUE INDEX ${table}_one${column.slice(1)} ON ${table} (${SCOPE_COLUMNS}, ${column}) WHERE ${column} IS NOT NULL`,
    ),
];
