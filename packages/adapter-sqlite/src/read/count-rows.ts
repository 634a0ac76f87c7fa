import type { AnyKind, Where } from '@govgate/ports';
import type { KindReader } from './kind-reader.js';
import { columnOf, countQuestionOf, questionOf } from './where-sql.js';

/** The number of matching records. */
export const countRows = (reader: KindReader, where?: Where<AnyKind>): number => {
  const { from, wanted } = countQuestionOf(reader, where);
  const row = reader.driver.get<[number]>(`SELECT count(*) ${from} WHERE ${wanted.sql}`, wanted.values);
  return row?.[0] ?? 0;
};

/** The number of records per value of an attribute. */
export const countsOf = (
  reader: KindReader,
  attribute: string,
  where?: Where<AnyKind>,
): ReadonlyMap<string | number, number> => {
  const { driver, table } = reader;
  const column = columnOf(table, attribute);
  const { from, wanted } = questionOf(reader, where, { by: attribute, direction: 'asc' });
  const text = `SELECT ${column}, count(*) ${from} WHERE ${wanted.sql} GROUP BY ${column}`;
  return new Map(driver.all<[string | number, number]>(text, wanted.values));
};
