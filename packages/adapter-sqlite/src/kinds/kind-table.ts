import type { AccessPath, AnyKind } from '@govgate/ports';

/** The names of a kind's table and columns, from its declaration, and its statements. */
export interface KindTable {
  readonly kind: AnyKind;
  readonly table: string;
  /** The table of memberships, if the kind has any. */
  readonly members: string;
  readonly attributes: readonly string[];
  readonly memberships: readonly string[];
  readonly uniques: readonly string[];
  readonly sql: KindStatements;
}

/** The SQL of the statements that every read and write of a kind uses. */
export interface KindStatements {
  readonly get: string;
  readonly version: string;
  /** By the name of the unique rule. */
  readonly holders: Readonly<Record<string, string>>;
  readonly getMany: string;
  readonly all: string;
  readonly insert: string;
  readonly update: string;
  readonly upsert: string;
  readonly remove: string;
  readonly removeVersion: string;
  readonly clearUniques: string;
  readonly clearMembers: string;
  readonly insertMembers: string;
}

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

export const attributeColumn = (attribute: string): string => (attribute === 'id' ? 'id' : `a_${attribute}`);
export const uniqueColumn = (unique: string): string => `u_${unique}`;

/** What a record is read from. */
export const STORED_COLUMNS = ['version', 'doc'] as const;
const STORED = STORED_COLUMNS.join(', ');

/** Locates a row of a scope: the condition every statement of a kind starts with. */
export const IN_SCOPE = 'tenant_id = ? AND environment_id = ?';
const AT_KEY = `${IN_SCOPE} AND id = ?`;

/** The columns written with every record, in the order of their values. */
const writtenColumns = (kind: AnyKind): readonly string[] => [
  'doc',
  ...Object.keys(kind.attributes).map(attributeColumn),
  ...Object.keys(kind.uniques).map(uniqueColumn),
];

/** Reads a declaration. Names become part of statements, so they are limited to letters, digits and underscores. */
const kindTableOf = (kind: AnyKind): KindTable => {
  const [attributes, memberships, uniques] = [kind.attributes, kind.memberships, kind.uniques].map(
    Object.keys,
  );
  const names = { attributes: attributes ?? [], memberships: memberships ?? [], uniques: uniques ?? [] };
  assertNames(kind, names);
  const [table, members] = [`records_${kind.name}`, `members_${kind.name}`];
  return { kind, table, members, ...names, sql: statementsOf(kind, table, members) };
};

const assertNames = (
  kind: AnyKind,
  { attributes, memberships, uniques }: Pick<KindTable, 'attributes' | 'memberships' | 'uniques'>,
): void => {
  for (const name of [kind.name, ...attributes, ...memberships, ...uniques])
    if (!NAME.test(name)) throw new TypeError(`${name} cannot name a part of kind ${kind.name}`);
  const columns = writtenColumns(kind).map((column) => column.toLowerCase());
  if (new Set(columns).size < columns.length)
    throw new TypeError(`two names of kind ${kind.name} differ in case only`);
};

const statementsOf = (kind: AnyKind, table: string, members: string): KindStatements => {
  const written = writtenColumns(kind);
  const assigned = written.map((column) => `${column} = ?`).join(', ');
  const taken = written.map((column) => `${column} = excluded.${column}`).join(', ');
  const held = (unique: string) =>
    `SELECT ${STORED} FROM ${table} WHERE ${IN_SCOPE} AND ${uniqueColumn(unique)} = ?`;
  const cleared = Object.keys(kind.uniques).map((unique) => `${uniqueColumn(unique)} = NULL`);
  const insert = `INSERT INTO ${table} (tenant_id, environment_id, id, ${written.join(', ')}, version)
    VALUES (?, ?, ?, ${written.map(() => '?').join(', ')}, 1)`;
  return {
    get: `SELECT ${STORED} FROM ${table} WHERE ${AT_KEY}`,
    version: `SELECT version FROM ${table} WHERE ${AT_KEY}`,
    holders: Object.fromEntries(Object.keys(kind.uniques).map((unique) => [unique, held(unique)])),
    getMany: `SELECT ${STORED} FROM ${table} WHERE ${IN_SCOPE} AND id IN (SELECT value FROM json_each(?))`,
    all: `SELECT ${STORED}, tenant_id, environment_id, id FROM ${table}
      WHERE (tenant_id, environment_id, id) > (?, ?, ?) ORDER BY tenant_id, environment_id, id LIMIT ?`,
    insert,
    update: `UPDATE ${table} SET ${assigned}, version = version + 1 WHERE ${AT_KEY} AND version = ?`,
    upsert: `${insert} ON CONFLICT (tenant_id, environment_id, id) DO UPDATE SET ${taken}, version = version + 1`,
    remove: `DELETE FROM ${table} WHERE ${AT_KEY}`,
    removeVersion: `DELETE FROM ${table} WHERE ${AT_KEY} AND version = ?`,
    clearUniques: `UPDATE ${table} SET ${cleared.join(', ')} WHERE ${AT_KEY}`,
    clearMembers: `DELETE FROM ${members} WHERE ${AT_KEY}`,
    insertMembers: `INSERT OR IGNORE INTO ${members} (tenant_id, environment_id, membership, value, id)
      SELECT ?, ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), ? FROM json_each(?)`,
  };
};

/** The index of a path. */
export const pathIndex = (kind: AnyKind, path: AccessPath): string =>
  `records_${kind.name}_by_${[...path, 'id'].map(attributeColumn).join('_')}`;

/** The tables of a store's kinds, by name. */
export class KindTables {
  readonly #tables: ReadonlyMap<string, KindTable>;

  constructor(kinds: readonly AnyKind[]) {
    const tables = new Map(kinds.map((kind) => [kind.name, kindTableOf(kind)]));
    if (tables.size < kinds.length) throw new TypeError('two kinds have the same name');
    this.#tables = tables;
  }

  of({ name }: AnyKind): KindTable {
    const table = this.#tables.get(name);
    if (table === undefined)
      throw new TypeError(`kind ${name} was not given to the store when it was opened`);
    return table;
  }

  all(): readonly KindTable[] {
    return [...this.#tables.values()];
  }
}
