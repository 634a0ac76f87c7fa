import type { AnyKind, Where } from '@govgate/ports';
import type { Look } from './look.js';
import { columnOf, countQuestionOf, questionOf } from './where-sql.js';

/** The number of matching records. */
export const countRows = (look: Look, where?: Where<AnyKind>): number => {
  const { from, wanted } = countQuestionOf(look, where);
  const row = look.driver.prepare(`SELECT count(*) ${from} WHERE ${wanted.sql}`).get<[number]>(wanted.values);
  return row?.[0] ?? 0;
};

/** The number of records per value of an attribute. */
export const countsOf = (
  look: Look,
  attribute: string,
  where?: Where<AnyKind>,
): ReadonlyMap<string | number, number> => {
  const { driver, table } = look;
  const column = columnOf(table, attribute);
  const { from, wanted } = questionOf(look, where, { by: attribute, direction: 'asc' });
  const text = `SELECT ${column}, count(*) ${from} WHERE ${wanted.sql} GROUP BY ${column}`;
  return new Map(driver.prepare(text).all<[string | number, number]>(wanted.values));
};
