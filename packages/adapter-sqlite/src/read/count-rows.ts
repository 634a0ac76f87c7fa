import type { AnyKind, Where } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { KindTable } from '../kinds/kind-table.js';
import { talliedIn, talliesByValue } from './tallies.js';
import { columnOf, countQuestionOf, questionOf } from './where-sql.js';

/** A query and what answers it. */
export interface Look {
  readonly driver: SqlDriver;
  readonly table: KindTable;
  readonly scope: object;
}

/** The number of matching records: from a tally if there is one, else counted. */
export const countRows = ({ driver, table, scope }: Look, where?: Where<AnyKind>): number => {
  const tallied = talliedIn(driver, table, scope, where);
  if (tallied !== undefined) return tallied.records;
  const { from, wanted } = countQuestionOf(table, scope, where);
  const row = driver.prepare(`SELECT count(*) ${from} WHERE ${wanted.sql}`).get(wanted.values);
  return row?.[0] as number;
};

/** The number of records per value of an attribute. */
export const countsOf = (
  { driver, table, scope }: Look,
  attribute: string,
  where?: Where<AnyKind>,
): ReadonlyMap<string | number, number> => {
  const tallied = talliesByValue(driver, table, scope, attribute, where);
  if (tallied !== undefined) return tallied;
  const column = columnOf(table, attribute);
  const { from, wanted } = questionOf(table, scope, where, { by: attribute, direction: 'asc' });
  const text = `SELECT ${column}, count(*) ${from} WHERE ${wanted.sql} GROUP BY ${column}`;
  return new Map(driver.prepare(text).all(wanted.values) as [string | number, number][]);
};

/** The sum of an attribute over matching records. */
export const sumOf = ({ driver, table, scope }: Look, attribute: string, where?: Where<AnyKind>): number => {
  const tallied = talliedIn(driver, table, scope, where);
  if (tallied !== undefined && tallied.tally.sum === attribute) return tallied.total;
  const column = columnOf(table, attribute);
  const { from, wanted } = questionOf(table, scope, where, 'none');
  const row = driver
    .prepare(`SELECT coalesce(sum(${column}), 0) ${from} WHERE ${wanted.sql}`)
    .get(wanted.values);
  return row?.[0] as number;
};
