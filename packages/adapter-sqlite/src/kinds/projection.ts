import { partitionOf } from '@govgate/ports';
import type { SqlValue } from '../driver/sql-driver.js';
import type { KindTable } from './kind-table.js';

/** Everything about a record that goes into its row. */
export interface Projection {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly id: string;
  readonly doc: string;
  /** Attributes, then unique values, in the order of the table's columns. */
  readonly columns: readonly SqlValue[];
  /** Pairs of membership and value as JSON, or undefined for a kind without memberships. */
  readonly members: string | undefined;
}

/** Projects a record. The text is made here and now, so that later changes of the object do not matter. */
export const project = (table: KindTable, record: unknown): Projection => {
  const { kind } = table;
  const { tenantId, environmentId } = partitionOf(kind, kind.scopeOf(record));
  const id: string = kind.idOf(record);
  const doc = JSON.stringify(record);
  const columns = columnsOf(table, record);
  return { tenantId, environmentId, id, doc, columns, members: membersOf(table, record) };
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
