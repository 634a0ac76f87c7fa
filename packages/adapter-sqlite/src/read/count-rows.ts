import type { AnyKind, Where } from '@govgate/ports';
import type { Look } from './look.js';
import { talliedIn, talliesByValue } from './tallies.js';
import { columnOf, countQuestionOf, questionOf } from './where-sql.js';

/** The number of matching records: from a tally if there is one, else counted. */
export const countRows = (look: Look, where?: Where<AnyKind>): number => {
  const tallied = talliedIn(look, where);
  if (tallied !== undefined) return tallied.records;
  const { from, wanted } = countQuestionOf(look, where);
  const row = look.driver.prepare(`SELECT count(*) ${from} WHERE ${wanted.sql}`).get(wanted.values);
  return row?.[0] as number;
};

/** The number of records per value of an attribute. */
export const countsOf = (
  look: Look,
  attribute: string,
  where?: Where<AnyKind>,
): ReadonlyMap<string | number, number> => {
  const tallied = talliesByValue(look, attribute, where);
  if (tallied !== undefined) return tallied;
  const { driver, table } = look;
  const column = columnOf(table, attribute);
  const { from, wanted } = questionOf(look, where, { by: attribute, direction: 'asc' });
  const text = `SELECT ${column}, count(*) ${from} WHERE ${wanted.sql} GROUP BY ${column}`;
  return new Map(driver.prepare(text).all(wanted.values) as [string | number, number][]);
};

/** The sum of an attribute over matching records. */
export const sumOf = (look: Look, attribute: string, where?: Where<AnyKind>): number => {
  const tallied = talliedIn(look, where);
  if (tallied !== undefined && tallied.tally.sum === attribute) return tallied.total;
  const { driver, table } = look;
  const column = columnOf(table, attribute);
  const { from, wanted } = questionOf(look, where, 'none');
  const row = driver
    .prepare(`SELECT coalesce(sum(${column}), 0) ${from} WHERE ${wanted.sql}`)
    .get(wanted.values);
  return row?.[0] as number;
};
