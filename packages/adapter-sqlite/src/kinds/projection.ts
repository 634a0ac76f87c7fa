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
  /** Pairs of membership and value as JSON; "[]" if there are none. */
  readonly members: string;
}

/** Projects a record. Serialized immediately, so that later changes to the object do not matter. */
export const project = (
  { kind, attributes, memberships, uniques }: KindTable,
  record: unknown,
): Projection => {
  const { tenantId, environmentId } = partitionOf(kind, kind.scopeOf(record));
  const columns: SqlValue[] = [];
  for (const attribute of attributes) columns.push(kind.attributes[attribute]?.of(record) ?? null);
  for (const unique of uniques) columns.push(kind.uniques[unique]?.(record) ?? null);
  const members: (readonly [string, string])[] = [];
  for (const membership of memberships)
    for (const value of kind.memberships[membership]?.(record) ?? []) members.push([membership, value]);
  return {
    tenantId,
    environmentId,
    id: kind.idOf(record),
    doc: JSON.stringify(record),
    columns,
    members: JSON.stringify(members),
  };
};
