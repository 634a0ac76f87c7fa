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
): Projection => ({
  ...partitionOf(kind, kind.scopeOf(record)),
  id: kind.idOf(record),
  doc: JSON.stringify(record),
  columns: [
    ...attributes.map((attribute) => kind.attributes[attribute]?.of(record) as SqlValue),
    ...uniques.map((unique) => (kind.uniques[unique]?.(record) ?? null) as SqlValue),
  ],
  members: JSON.stringify(
    memberships.flatMap((membership) =>
      (kind.memberships[membership]?.(record) ?? []).map((value) => [membership, value]),
    ),
  ),
});
