import {
  type AnyKind,
  isWholeNumber,
  partitionOf,
  type TalliedQuestion,
  type Tally,
  talliedBy,
  type Where,
} from '@govgate/ports';
import type { SqlValue } from '../driver/sql-driver.js';
import { tallyTable } from '../kinds/tally-schema.js';
import type { Condition } from './condition.js';
import type { Look } from './look.js';

/** A tally's answer to a query. */
export interface Tallied {
  readonly tally: Tally;
  readonly records: number;
  readonly total: number;
}

/** The number of matching records, and their sum, if a tally knows; undefined: none does. */
export const talliedIn = (look: Look, where: Where<AnyKind> | undefined): Tallied | undefined => {
  const asked = talliedBy(look.table.kind, where);
  if (asked === undefined) return undefined;
  const { sql, values } = inTally(look, asked);
  const text = `SELECT coalesce(sum(records), 0), coalesce(sum(total), 0) ${sql}`;
  const [records, total] = look.driver.prepare(text).get(values) ?? [];
  return { tally: asked.tally, records: records as number, total: total as number };
};

/** The number of records per value of an attribute, if a tally knows. */
export const talliesByValue = (
  look: Look,
  attribute: string,
  where: Where<AnyKind> | undefined,
): ReadonlyMap<string | number, number> | undefined => {
  const { driver, table } = look;
  const asked = talliedBy(table.kind, where);
  if (asked === undefined || asked.tally.by !== attribute || !table.attributes.includes(attribute))
    return undefined;
  const { sql, values } = inTally(look, asked);
  const value = isWholeNumber(table.kind, attribute) ? AS_NUMBER : 'value';
  const rows = driver.prepare(`SELECT ${value}, records ${sql}`).all(values);
  return new Map(rows as unknown as [string | number, number][]);
};

/** The column holds texts. */
const AS_NUMBER = 'CAST(value AS INTEGER)';

// A range looks at every value that some record has: at most as many as there are records, and mostly a few.
const inTally = ({ table, scope }: Look, { tally, values, range }: TalliedQuestion): Condition => {
  const { tenantId, environmentId } = partitionOf(table.kind, scope);
  const conditions: readonly (readonly [string, SqlValue | undefined])[] = [
    ['tally = ?', tally.by],
    ['tenant_id = ?', tenantId],
    ['environment_id = ?', environmentId],
    ['value IN (SELECT value FROM json_each(?))', values && JSON.stringify(values)],
    [`${AS_NUMBER} >= ?`, range?.from],
    [`${AS_NUMBER} < ?`, range?.to],
  ];
  const asked = conditions.filter(([, value]) => value !== undefined) as [string, SqlValue][];
  return {
    sql: `FROM ${tallyTable(table)} WHERE ${asked.map(([sql]) => sql).join(' AND ')}`,
    values: asked.map(([, value]) => value),
  };
};
