import { type Change, type Conflict, partitionOf } from '@govgate/ports';
import type { SqlValue } from '../driver/sql-driver.js';
import { isUniqueViolation } from '../driver/sql-error.js';
import type { KindTable, KindTables } from '../kinds/kind-table.js';
import { type Projection, project } from '../kinds/projection.js';
import type { WriteGroup } from './write-group.js';

type Key = Pick<Projection, 'tenantId' | 'environmentId' | 'id'>;

/** A prepared change that can be written repeatedly. */
export type ReadyChange =
  | {
      readonly table: KindTable;
      readonly key: Key;
      readonly put: Projection;
      readonly expectedVersion: number | null | 'any';
    }
  | {
      readonly table: KindTable;
      readonly key: Key;
      readonly put: undefined;
      readonly expectedVersion: number | 'any';
    };

/** Reads a change while the caller is still in control: its record is taken as it is now. */
export const readyChange = (tables: KindTables, change: Change): ReadyChange => {
  const table = tables.of(change.kind);
  const { expectedVersion } = change;
  if ('removed' in change) {
    const key = { ...partitionOf(change.kind, change.removed.scope), id: change.removed.id };
    return { table, key, put: undefined, expectedVersion: expectedVersion as number | 'any' };
  }
  const put = project(table, change.record);
  return { table, key: put, put, expectedVersion };
};

/** Writes all changes, or returns the conflict after which the unit must be undone. Comes first in its unit. */
export const writeChanges = (group: WriteGroup, changes: readonly ReadyChange[]): Conflict | undefined => {
  const conflict = writeAll(group, changes);
  if (conflict?.because !== 'unique' || changes.length < 2) return conflict;
  // SQLite checks unique indexes row by row. Records that change together may hand a value over, so all release theirs first.
  group.startOver();
  for (const change of changes) giveUpUniques(group, change);
  return writeAll(group, changes);
};

const writeAll = (group: WriteGroup, changes: readonly ReadyChange[]): Conflict | undefined => {
  for (const change of changes) {
    const conflict = change.put === undefined ? remove(group, change) : write(group, change);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
};

const giveUpUniques = (group: WriteGroup, { table, key, expectedVersion }: ReadyChange): void => {
  if (table.uniques.length > 0 && expectedVersion !== null)
    group.driver.run(table.sql.clearUniques, keyValues(key));
};

const keyValues = ({ tenantId, environmentId, id }: Key): SqlValue[] => [tenantId, environmentId, id];

const write = (group: WriteGroup, change: ReadyChange & { put: Projection }): Conflict | undefined => {
  const { table, put, expectedVersion } = change;
  try {
    if (!writeRow(group, change)) return conflictOf(change, 'version');
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
    return violationOf(group, change, thrown as Error);
  }
  if (table.memberships.length > 0) writeMembers(group, table, { put, isNew: expectedVersion === null });
  return undefined;
};

const writeRow = (
  group: WriteGroup,
  { table: { sql }, key, put, expectedVersion }: ReadyChange & { put: Projection },
): boolean => {
  const written = [put.doc, ...put.columns];
  if (typeof expectedVersion === 'number')
    return group.driver.run(sql.update, [...written, ...keyValues(key), expectedVersion]) === 1;
  const insert = expectedVersion === null ? sql.insert : sql.upsert;
  return group.driver.run(insert, [...keyValues(key), ...written]) === 1;
};

interface PutRow {
  readonly put: Projection;
  readonly isNew: boolean;
}

const writeMembers = (group: WriteGroup, table: KindTable, { put, isNew }: PutRow): void => {
  if (!isNew) group.driver.run(table.sql.clearMembers, keyValues(put));
  if (put.members !== '[]') group.driver.run(table.sql.insertMembers, [...keyValues(put), put.members]);
};

const remove = (group: WriteGroup, change: ReadyChange): Conflict | undefined => {
  const { table, key, expectedVersion } = change;
  const removed =
    expectedVersion === 'any'
      ? group.driver.run(table.sql.remove, keyValues(key))
      : group.driver.run(table.sql.removeVersion, [...keyValues(key), expectedVersion]);
  if (removed === 0) return expectedVersion === 'any' ? undefined : conflictOf(change, 'version');
  if (table.memberships.length > 0) group.driver.run(table.sql.clearMembers, keyValues(key));
  return undefined;
};

const conflictOf = ({ table, key }: ReadyChange, because: Conflict['because']): Conflict => ({
  because,
  kind: table.kind.name,
  id: key.id,
});

// An existing record is reported as such, even if it also holds the unique value.
const violationOf = (group: WriteGroup, change: ReadyChange, thrown: Error): Conflict => {
  const { table, key, expectedVersion } = change;
  const exists = expectedVersion === null && group.driver.get(table.sql.get, keyValues(key));
  if (exists) return conflictOf(change, 'exists');
  const unique = table.uniques.find((name) => thrown.message.endsWith(`.u_${name}`));
  return { ...conflictOf(change, 'unique'), ...(unique !== undefined && { unique }) };
};
