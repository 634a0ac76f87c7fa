import { type Conflict, type Premise, partitionOf } from '@govgate/ports';
import type { KindTable, KindTables } from '../kinds/kind-table.js';
import type { WriteGroup } from './write-group.js';

/** A prepared premise that can be checked repeatedly. */
export interface ReadyPremise {
  readonly table: KindTable;
  readonly key: readonly [tenantId: string, environmentId: string, id: string];
  readonly version: number | null;
}

/** Reads a premise while the caller is still in control. */
export const readyPremise = (tables: KindTables, { kind, scope, id, version }: Premise): ReadyPremise => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return { table: tables.of(kind), key: [tenantId, environmentId, id], version };
};

/** The first premise that no longer holds, as seen by the unit's transaction. */
export const brokenPremise = (
  { driver }: WriteGroup,
  premises: readonly ReadyPremise[],
): Conflict | undefined => {
  const broken = premises.find(
    ({ table, key, version }) => (driver.prepare(table.sql.version).get(key)?.[0] ?? null) !== version,
  );
  return broken && { because: 'version', kind: broken.table.kind.name, id: broken.key[2] };
};
