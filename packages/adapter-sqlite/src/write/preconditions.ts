import { type Conflict, type Precondition, partitionOf } from '@govgate/ports';
import type { KindTable, KindTables } from '../kinds/kind-table.js';
import type { WriteGroup } from './write-group.js';

/** A prepared precondition that can be checked repeatedly. */
export interface ReadyPrecondition {
  readonly table: KindTable;
  readonly key: readonly [tenantId: string, environmentId: string, id: string];
  readonly version: number | null;
}

/** Reads a precondition while the caller is still in control. */
export const readyPrecondition = (
  tables: KindTables,
  { kind, scope, id, version }: Precondition,
): ReadyPrecondition => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return { table: tables.of(kind), key: [tenantId, environmentId, id], version };
};

/** The first precondition that no longer holds, as seen by the unit's transaction. */
export const brokenPrecondition = (
  { driver }: WriteGroup,
  preconditions: readonly ReadyPrecondition[],
): Conflict | undefined => {
  const broken = preconditions.find(
    ({ table, key, version }) => (driver.get(table.sql.version, key)?.[0] ?? null) !== version,
  );
  return broken && { because: 'version', kind: broken.table.kind.name, id: broken.key[2] };
};
