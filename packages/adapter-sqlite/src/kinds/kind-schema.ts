import { pathsOf } from '@govgate/ports';
import {
  attributeColumn,
  behindIndex,
  type KindTable,
  notSettled,
  pathIndex,
  uniqueColumn,
} from './kind-table.js';

/** What a kind's tables and indexes must look like. */
export interface KindSchema {
  readonly createTables: readonly string[];
  /** Columns that a table from an older declaration may lack. */
  readonly columns: readonly KindColumn[];
  readonly indexes: readonly KindIndex[];
  /** What records are projected to; a different form with the same number was declared by mistake. */
  readonly form: string;
  /** Changes with anything that affects the tables. */
  readonly signature: string;
}

interface KindColumn {
  readonly name: string;
  readonly type: string;
  readonly add: string;
}

interface KindIndex {
  readonly name: string;
  readonly create: string;
  /** The column of a unique rule. */
  readonly unique?: string;
}

const SCOPE_COLUMNS = 'tenant_id, environment_id';

export const kindSchemaOf = (kindTable: KindTable): KindSchema => {
  const columns = columnsOf(kindTable);
  const createBeside = [...createMembers(kindTable), ...createParts(kindTable)];
  const indexes = [
    ...attributeIndexes(kindTable),
    ...changeIndex(kindTable),
    ...uniqueIndexes(kindTable),
    ...indexOfBehind(kindTable),
  ];
  const { scoping, schema } = kindTable.kind;
  const added = columns.map(({ name, add }) => ({ name, add }));
  const form = JSON.stringify([scoping, added, kindTable.memberships]);
  // Written as before new tables had all columns from the start, so that up-to-date stores stay so.
  const tables = [createTable(kindTable), ...createBeside];
  const signature = JSON.stringify([schema, form, tables, indexes]);
  const createTables = [createTable(kindTable, columns), ...createBeside];
  return { createTables, columns, indexes, form, signature };
};

// A rowid table: documents are too long for a tree clustered by the key. A new one gets all columns at once: each column added later makes
// SQLite read the whole schema again.
const createTable = (
  { table }: KindTable,
  columns: readonly Pick<KindColumn, 'name' | 'type'>[] = [],
): string => `CREATE TABLE IF NOT EXISTS ${table} (
  row_no INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  environment_id TEXT NOT NULL,
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  change_seq INTEGER NOT NULL,
  doc TEXT NOT NULL,${columns.map(({ name, type }) => `\n  ${name} ${type},`).join('')}
  UNIQUE (${SCOPE_COLUMNS}, id)
)`;

const createMembers = ({ members, memberships }: KindTable): string[] =>
  memberships.length === 0
    ? []
    : [
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

// Keyed by the record's rowid: a record has one part, and while the part is replaced two.
const createParts = ({ kind, parts }: KindTable): string[] =>
  kind.apart.length === 0
    ? []
    : [
        `CREATE TABLE IF NOT EXISTS ${parts} (
  row_no INTEGER NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  UNIQUE (row_no, name)
)`,
      ];

// Defaults allow a table to keep a column that a newer declaration no longer names.
const columnsOf = ({ table, kind, attributes, uniques }: KindTable): readonly KindColumn[] =>
  [
    ...FORM_COLUMNS,
    ...(kind.apart.length === 0 ? [] : [PART_COLUMN]),
    ...attributes.map((attribute) => ({
      name: attributeColumn(attribute),
      type:
        kind.attributes[attribute]?.type === 'integer'
          ? 'INTEGER NOT NULL DEFAULT 0'
          : "TEXT NOT NULL DEFAULT ''",
    })),
    ...uniques.map((unique) => ({ name: uniqueColumn(unique), type: 'TEXT' })),
  ].map(({ name, type }) => ({ name, type, add: `ALTER TABLE ${table} ADD COLUMN ${name} ${type}` }));

// The form a row was projected in with its version at that time; the schema number of its record.
const FORM_COLUMNS = [
  { name: 'form', type: 'INTEGER NOT NULL DEFAULT 0' },
  { name: 'form_version', type: 'INTEGER NOT NULL DEFAULT 0' },
  { name: 'shape', type: 'INTEGER NOT NULL DEFAULT 1' },
] as const;

// Null: the record's text is complete.
const PART_COLUMN = { name: 'part', type: 'TEXT' } as const;

const attributeIndexes = ({ table, kind }: KindTable) =>
  pathsOf(kind).map((path) => {
    const columns = [...path, 'id'].map(attributeColumn);
    const name = pathIndex(kind, path);
    const create = `CREATE INDEX ${name} ON ${table} (${SCOPE_COLUMNS}, ${columns.join(', ')})`;
    return { name, create };
  });

const changeIndex = ({ table, kind }: KindTable) => {
  const name = `${table}_by_change`;
  const create = `CREATE INDEX ${name} ON ${table} (${SCOPE_COLUMNS}, change_seq)`;
  return kind.tracked ? [{ name, create }] : [];
};

const uniqueIndexes = ({ table, uniques }: KindTable) =>
  uniques.map((unique) => {
    const column = uniqueColumn(unique);
    const name = `${table}_one_${unique}`;
    const create = `CREATE UNIQUE INDEX ${name} ON ${table} (${SCOPE_COLUMNS}, ${column}) WHERE ${column} IS NOT NULL`;
    return { name, create, unique: column };
  });

// Indexes only rows that are out of date, so it costs almost nothing once all are current.
const indexOfBehind = ({ table, kind }: KindTable): KindIndex[] => {
  const name = behindIndex(kind);
  return [{ name, create: `CREATE INDEX ${name} ON ${table} (${SCOPE_COLUMNS}) WHERE ${notSettled(kind)}` }];
};
