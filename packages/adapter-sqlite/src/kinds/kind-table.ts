import type { AnyKind } from '@govgate/ports';

/** The names that a kind's declaration gives its table, its columns and its statements. */
export interface KindTable {
  readonly kind: AnyKind;
  readonly table: string;
  /** The table of memberships, where the kind has some. */
  readonly members: string;
  readonly attributes: readonly string[];
  readonly memberships: readonly string[];
  readonly uniques: readonly string[];
  readonly sql: KindStatements;
}

/** The texts of the statements that every read and write of a kind uses. */
export interface KindStatements {
  readonly get: string;
  readonly version: string;
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

/** Where a row of a scope is: the condition that every statement on a kind starts with. */
export const IN_SCOPE = 'tenant_id = ? AND environment_id = ?';
const AT_KEY = `${IN_SCOPE} AND id = ?`;

/** Reads a declaration. Names become part of statements, so they are held to letters, digits and underscores. */
const kindTableOf = (kind: AnyKind): KindTable => {
  const attributes = Object.keys(kind.attributes);
  const memberships = Object.keys(kind.memberships);
  const uniques = Object.keys(kind.uniques);
  const columns = [...attributes.map(attributeColumn), ...uniques.map(uniqueColumn)];
  for (const name of [kind.name, ...attributes, ...memberships, ...uniques])
    if (!NAME.test(name)) throw new TypeError(`${name} cannot name a part of kind ${kind.name}`);
  if (new Set(columns.map((column) => column.toLowerCase())).size < columns.length)
    throw new TypeError(`two names of kind ${kind.name} differ in case only`);
  const table = `records_${kind.name}`;
  const members = `members_${kind.name}`;
  const sql = statementsOf(table, members, columns, uniques.map(uniqueColumn));
  return { kind, table, members, attributes, memberships, uniques, sql };
};

const statementsOf = (
  table: string,
  members: string,
  columns: readonly string[],
  uniqueColumns: readonly string[],
): KindStatements => {
  const written = ['doc', 'change_seq', ...columns];
  const inserted = `INSERT INTO ${table} (tenant_id, environment_id, id, ${written.join(', ')}, version)
    VALUES (?, ?, ?, ${written.map(() => '?').join(', ')}, 1)`;
  const assigned = written.map((column) => `${column} = ?`).join(', ');
  const taken = written.map((column) => `${column} = excluded.${column}`).join(', ');
  const cleared = uniqueColumns.map((column) => `${column} = NULL`).join(', ');
  return {
    get: `SELECT version, doc FROM ${table} WHERE ${AT_KEY}`,
    version: `SELECT version FROM ${table} WHERE ${AT_KEY}`,
    getMany: `SELECT version, doc FROM ${table} WHERE ${IN_SCOPE} AND id IN (SELECT value FROM json_each(?))`,
    all: `SELECT version, doc, tenant_id, environment_id, id FROM ${table}
      WHERE (tenant_id, environment_id, id) > (?, ?, ?) ORDER BY tenant_id, environment_id, id LIMIT ?`,
    insert: inserted,
    update: `UPDATE ${table} SET ${assigned}, version = version + 1 WHERE ${AT_KEY} AND version = ?`,
    upsert: `${inserted} ON CONFLICT (tenant_id, environment_id, id)
      DO UPDATE SET ${taken}, version = version + 1`,
    remove: `DELETE FROM ${table} WHERE ${AT_KEY}`,
    removeVersion: `DELETE FROM ${table} WHERE ${AT_KEY} AND version = ?`,
    clearUniques: `UPDATE ${table} SET ${cleared} WHERE ${AT_KEY}`,
    clearMembers: `DELETE FROM ${members} WHERE ${AT_KEY}`,
    insertMembers: `INSERT OR IGNORE INTO ${members} (tenant_id, environment_id, membership, value, id)
      SELECT ?, ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), ? FROM json_each(?)`,
  };
};

/** The tables of a store's kinds by name. */
export class KindTables {
  readonly #tables: ReadonlyMap<string, KindTable>;

  constructor(kinds: readonly AnyKind[]) {
    const tables = new Map(kinds.map((kind) => [kind.name, kindTableOf(kind)]));
    if (tables.size < kinds.length) throw new TypeError('two kinds have the same name');
    this.#tables = tables;
  }

  of(kind: AnyKind): KindTable {
    const table = this.#tables.get(kind.name);
    if (table === undefined)
      throw new TypeError(`kind ${kind.name} was not given to the store when it was opened`);
    return table;
  }

  all(): readonly KindTable[] {
    return [...this.#tables.values()];
  }
}
