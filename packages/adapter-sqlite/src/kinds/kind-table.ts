import { type AccessPath, type AnyKind, clashingMark, settledMark, shapeOf } from '@govgate/ports';

/** The names of a kind's table, columns and statements, from its declaration. */
export interface KindTable {
  readonly kind: AnyKind;
  readonly table: string;
  /** The table of memberships, if the kind has any. */
  readonly members: string;
  readonly attributes: readonly string[];
  readonly memberships: readonly string[];
  readonly uniques: readonly string[];
  /** The table of separately stored parts, if the kind has any. */
  readonly parts: string;
  readonly sql: KindStatements;
}

/** The SQL of the statements used by every read and write of a kind. */
export interface KindStatements {
  /** The columns a record is read from. */
  readonly stored: string;
  /** The same with the length of all its text at the end, in bytes; a text longer than a given number is left out. */
  readonly measured: string;
  readonly get: string;
  readonly version: string;
  readonly getMany: string;
  readonly all: string;
  readonly insert: string;
  readonly update: string;
  /** The same where the record keeps its stored part. */
  readonly updateRest: string;
  readonly upsert: string;
  readonly remove: string;
  readonly removeVersion: string;
  readonly clearUniques: string;
  readonly readMembers: string;
  readonly clearMembers: string;
  readonly insertMembers: string;
  /** A row's id, and whether it has the part of a given name. */
  readonly findPart: string;
  readonly readPart: string;
  readonly insertPart: string;
  readonly dropOtherParts: string;
  readonly dropParts: string;
  /** Whether anything is out of date, in all or in a scope, clashes excepted. */
  readonly anyBehind: string;
  readonly anyBehindIn: string;
  readonly countBehind: string;
  /** Rows that are out of date: in the whole table, or in a scope. */
  readonly behind: string;
  readonly behindIn: string;
  readonly clashing: string;
  /** Takes the newly derived values, the mark, and the row. */
  readonly derive: string;
  readonly heldUniques: string;
}

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,62}$/;

export const attributeColumn = (attribute: string): string => (attribute === 'id' ? 'id' : `a_${attribute}`);
export const uniqueColumn = (unique: string): string => `u_${unique}`;

/** Locates a row of a scope: the condition every statement of a kind starts with. */
export const IN_SCOPE = 'tenant_id = ? AND environment_id = ?';
const AT_KEY = `${IN_SCOPE} AND id = ?`;

/** Reads a declaration. Names become part of statements, so they are limited to letters, digits and underscores. */
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
  const parts = `apart_${kind.name}`;
  const uniqueColumns = uniques.map(uniqueColumn);
  const sql = statementsOf(kind, { table, members, parts, columns, uniqueColumns });
  return { kind, table, members, parts, attributes, memberships, uniques, sql };
};

/** A row's mark describes its last write only if the version agrees: writers from before marks leave the columns alone. */
const SHAPE = 'CASE WHEN form_version = version THEN shape ELSE 1 END';
/** What a record is read from: its version, text and schema number, and its row with the name of its stored part. */
const storedColumns = ({ apart }: AnyKind, doc = 'doc'): string =>
  `version, ${doc}, ${SHAPE}, row_no, ${apart.length === 0 ? 'NULL' : 'CASE WHEN form_version = version THEN part END'}`;
/** The number of those columns. */
export const STORED_COLUMNS = 5;

interface StatementNames {
  readonly table: string;
  readonly members: string;
  readonly parts: string;
  readonly columns: readonly string[];
  readonly uniqueColumns: readonly string[];
}

const statementsOf = (kind: AnyKind, names: StatementNames): KindStatements => {
  const { table, members, columns, uniqueColumns } = names;
  const stored = storedColumns(kind);
  const shortDoc = 'CASE WHEN octet_length(doc) <= ? THEN doc END';
  const rest = ['doc', 'change_seq', ...columns];
  const written = kind.apart.length === 0 ? rest : [...rest, 'part'];
  const form = `form = ${settledMark(kind)}, form_version = version + 1, shape = ${shapeOf(kind)}`;
  const inserted = `INSERT INTO ${table}
    (tenant_id, environment_id, id, ${written.join(', ')}, version, form, form_version, shape)
    VALUES (?, ?, ?, ${written.map(() => '?').join(', ')}, 1, ${settledMark(kind)}, 1, ${shapeOf(kind)})`;
  const assigned = assignedOf(written);
  const taken = written.map((column) => `${column} = excluded.${column}`).join(', ');
  const cleared = uniqueColumns.map((column) => `${column} = NULL`).join(', ');
  return {
    stored,
    measured: `${storedColumns(kind, shortDoc)}, ${lengthOf(kind, names)}`,
    get: `SELECT ${stored} FROM ${table} WHERE ${AT_KEY}`,
    version: `SELECT version FROM ${table} WHERE ${AT_KEY}`,
    getMany: `SELECT ${stored} FROM ${table} WHERE ${IN_SCOPE} AND id IN (SELECT value FROM json_each(?))`,
    all: `SELECT ${stored}, tenant_id, environment_id, id FROM ${table}
      WHERE (tenant_id, environment_id, id) > (?, ?, ?) ORDER BY tenant_id, environment_id, id LIMIT ?`,
    insert: inserted,
    update: `UPDATE ${table} SET ${assigned}, version = version + 1, ${form} WHERE ${AT_KEY} AND version = ?`,
    updateRest: `UPDATE ${table} SET ${assignedOf(rest)}, version = version + 1, ${form}
      WHERE ${AT_KEY} AND version = ? AND part = ? AND form_version = version`,
    upsert: `${inserted} ON CONFLICT (tenant_id, environment_id, id)
      DO UPDATE SET ${taken}, version = version + 1, ${form}`,
    remove: `DELETE FROM ${table} WHERE ${AT_KEY}`,
    removeVersion: `DELETE FROM ${table} WHERE ${AT_KEY} AND version = ?`,
    clearUniques: `UPDATE ${table} SET ${cleared} WHERE ${AT_KEY}`,
    readMembers: `SELECT membership, value FROM ${members} INDEXED BY ${members}_by_id WHERE ${AT_KEY}`,
    clearMembers: `DELETE FROM ${members} WHERE ${AT_KEY}`,
    insertMembers: `INSERT OR IGNORE INTO ${members} (tenant_id, environment_id, membership, value, id)
      SELECT ?, ?, json_extract(value, '$[0]'), json_extract(value, '$[1]'), ? FROM json_each(?)`,
    ...partStatementsOf(names),
    ...behindStatementsOf(kind, names, stored),
  };
};

const lengthOf = ({ apart }: AnyKind, { table, parts }: StatementNames): string =>
  apart.length === 0
    ? 'octet_length(doc)'
    : `octet_length(doc) + coalesce((SELECT octet_length(p.text) FROM ${parts} AS p
        WHERE p.row_no = ${table}.row_no AND p.name = ${table}.part), 0)`;

const assignedOf = (columns: readonly string[]): string =>
  columns.map((column) => `${column} = ?`).join(', ');

const partStatementsOf = ({ table, parts }: StatementNames) => ({
  findPart: `SELECT row_no, EXISTS (SELECT 1 FROM ${parts} AS p WHERE p.row_no = r.row_no AND p.name = ?)
    FROM ${table} AS r WHERE ${AT_KEY}`,
  readPart: `SELECT text FROM ${parts} WHERE row_no = ? AND name = ?`,
  insertPart: `INSERT INTO ${parts} (row_no, name, text) VALUES (?, ?, ?)`,
  dropOtherParts: `DELETE FROM ${parts} WHERE row_no = ? AND name <> ?`,
  dropParts: `DELETE FROM ${parts} WHERE row_no = (SELECT row_no FROM ${table} WHERE ${AT_KEY})`,
});

/** The index of a path. */
export const pathIndex = (kind: AnyKind, path: AccessPath): string =>
  `records_${kind.name}_by_${[...path, 'id'].map(attributeColumn).join('_')}`;

/** Whether a row is out of date or clashes, as in the index of such rows. */
export const notSettled = (kind: AnyKind): string =>
  `NOT (form >= ${settledMark(kind)} AND form_version = version)`;
export const behindIndex = (kind: AnyKind): string => `records_${kind.name}_behind_${kind.schema}`;

const behindStatementsOf = (
  kind: AnyKind,
  { table, columns, uniqueColumns }: StatementNames,
  stored: string,
) => {
  const from = `FROM ${table} INDEXED BY ${behindIndex(kind)}`;
  const clashes = `form = ${clashingMark(kind)} AND form_version = version`;
  const behind = `${notSettled(kind)} AND NOT (${clashes})`;
  const found = `SELECT ${stored}, tenant_id, environment_id, id ${from}`;
  const derived = columns.map((column) => `${column} = ?, `).join('');
  return {
    anyBehind: `SELECT 1 ${from} WHERE ${behind} LIMIT 1`,
    anyBehindIn: `SELECT 1 ${from} WHERE ${IN_SCOPE} AND ${behind} LIMIT 1`,
    countBehind: `SELECT count(*), count(*) FILTER (WHERE ${clashes}) ${from} WHERE ${notSettled(kind)}`,
    behind: `${found} WHERE ${behind} LIMIT ?`,
    behindIn: `${found} WHERE ${IN_SCOPE} AND ${behind} LIMIT ?`,
    clashing: `${found} WHERE ${notSettled(kind)} AND ${clashes}`,
    derive: `UPDATE ${table} SET ${derived}form = ?, shape = ${SHAPE}, form_version = version WHERE row_no = ?`,
    heldUniques: `SELECT ${['row_no', ...uniqueColumns].join(', ')} FROM ${table} WHERE row_no = ?`,
  };
};

/** The tables of a store's kinds, by name. */
export class KindTables {
  readonly #tables: ReadonlyMap<string, KindTable>;

  constructor(kinds: readonly AnyKind[]) {
    const tables = new Map(kinds.map((kind) => [kind.name, kindTableOf(kind)]));
    if (tables.size < kinds.length) throw new TypeError('two kinds have the same name');
    this.#tables = tables;
  }

  of(kind: AnyKind): KindTable {
    return this.named(kind.name);
  }

  named(name: string): KindTable {
    const table = this.#tables.get(name);
    if (table === undefined)
      throw new TypeError(`kind ${name} was not given to the store when it was opened`);
    return table;
  }

  all(): readonly KindTable[] {
    return [...this.#tables.values()];
  }
}
