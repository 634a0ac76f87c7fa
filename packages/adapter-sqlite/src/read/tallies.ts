import { type AnyKind, partitionOf, type Tally, talliedBy, type Where } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { KindTable } from '../kinds/kind-table.js';
import { tallyTable } from '../kinds/tally-schema.js';

/** A tally's answer to a query. */
export interface Tallied {
  readonly tally: Tally;
  readonly records: number;
  readonly total: number;
}

/** The number of matching records, and their sum, if a tally knows; undefined: none does. */
export const talliedIn = (
  driver: SqlDriver,
  table: KindTable,
  scope: object,
  where: Where<AnyKind> | undefined,
): Tallied | undefined => {
  const asked = talliedBy(table.kind, where);
  if (asked === undefined) return undefined;
  const text = `SELECT coalesce(sum(records), 0), coalesce(sum(total), 0) ${inTally(table)}`;
  const [records, total] = driver.prepare(text).get(valuesOf(table, scope, asked.tally, asked.values)) ?? [];
  return { tally: asked.tally, records: records as number, total: total as number };
};

/** The number of records per given value of an attribute, if a tally knows. */
export const talliesByValue = (
  driver: SqlDriver,
  table: KindTable,
  scope: object,
  attribute: string,
  where: Where<AnyKind> | undefined,
): ReadonlyMap<string, number> | undefined => {
  const asked = talliedBy(table.kind, where);
  if (asked === undefined || asked.tally.by !== attribute || !table.attributes.includes(attribute))
    return undefined;
  const rows = driver
    .prepare(`SELECT value, records ${inTally(table)}`)
    .all(valuesOf(table, scope, asked.tally, asked.values));
  return new Map(rows as unknown as [string, number][]);
};

const inTally = (table: KindTable): string =>
  `FROM ${tallyTable(table)} WHERE tally = ? AND tenant_id = ? AND environment_id = ?
    AND value IN (SELECT value FROM json_each(?))`;

const valuesOf = ({ kind }: KindTable, scope: object, { by }: Tally, values: readonly string[]): string[] => {
  const { tenantId, environmentId } = partitionOf(kind, scope);
  return [by, tenantId, environmentId, JSON.stringify(values)];
};
