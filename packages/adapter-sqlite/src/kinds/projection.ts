import { partitionOf } from '@govgate/ports';
import type { SqlValue } from '../driver/sql-driver.js';
import type { KindTable } from './kind-table.js';
import type { Part, Parts, PartValues } from './parts.js';

/** Everything about a record that goes into its row. */
export interface Projection {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly id: string;
  readonly doc: string;
  /** The part stored separately, if its kind has one. */
  readonly part: Part | undefined;
  /** Attributes, then unique values, in the order of the table's columns. */
  readonly columns: readonly SqlValue[];
  /** Pairs of membership and value as JSON, or undefined for a kind without memberships. */
  readonly members: string | undefined;
}

/** Projects a record. Serialized immediately, so that later changes to the object do not matter. */
export const project = (table: KindTable, record: unknown, parts: Parts): Projection => {
  const { kind } = table;
  const { tenantId, environmentId } = partitionOf(kind, kind.scopeOf(record));
  const id: string = kind.idOf(record);
  const columns = columnsOf(table, record);
  const members = membersOf(table, record);
  if (kind.apart.length === 0)
    return { tenantId, environmentId, id, doc: JSON.stringify(record), part: undefined, columns, members };
  const { rest, apart } = takenApart(kind.apart, record as object);
  return {
    tenantId,
    environmentId,
    id,
    doc: JSON.stringify(rest),
    part: parts.named(apart),
    columns,
    members,
  };
};

export const columnsOf = ({ kind, attributes, uniques }: KindTable, record: unknown): SqlValue[] => [
  ...attributes.map((attribute) => kind.attributes[attribute]?.of(record) as SqlValue),
  ...uniques.map((unique) => (kind.uniques[unique]?.(record) ?? null) as SqlValue),
];

export const membersOf = ({ kind, memberships }: KindTable, record: unknown): string | undefined => {
  if (memberships.length === 0) return undefined;
  const pairs = memberships.flatMap((membership) =>
    (kind.memberships[membership]?.(record) ?? []).map((value) => [membership, value]),
  );
  return JSON.stringify(pairs);
};

const takenApart = (fields: readonly string[], record: object): { rest: object; apart: PartValues } => {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) if (!fields.includes(name)) rest[name] = value;
  const apart: Record<string, unknown> = {};
  for (const field of fields) {
    const value = (record as PartValues)[field];
    if (value !== undefined) apart[field] = value;
  }
  return { rest, apart };
};
