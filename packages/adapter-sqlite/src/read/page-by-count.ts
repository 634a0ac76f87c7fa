import type { AnyKind, CountedPage, CountedQuery } from '@govgate/ports';
import type { SqlRow } from '../driver/sql-driver.js';
import { type KindTable, STORED_COLUMNS } from '../kinds/kind-table.js';
import { rankIndex, talliesOf, tallyTable } from '../kinds/tally-schema.js';
import { allOf, type Condition } from './condition.js';
import { countRows } from './count-rows.js';
import type { Look } from './look.js';
import { type RecordReader, storedOf } from './stored-record.js';
import { BY_ID, conditionsOn, inScopeOf, questionOf, rowsOf } from './where-sql.js';

type Asked = CountedQuery<AnyKind, AnyKind>;

/** The tables of what is listed and of what is counted for it. */
interface CountedLook extends Look {
  readonly reader: RecordReader;
  readonly counted: KindTable;
}

/**
 * A page ordered by a tally: counted records stand in its index; all others count zero and come by id, before or after them. Without a
 * tally nothing provides that order.
 */
export const pageByCount = (look: CountedLook, asked: Asked): CountedPage<never> => {
  const { reader, table, counted } = look;
  const by = asked.counted.by as string;
  if (!talliesOf(counted).some((tally) => tally.by === by && tally.ranked))
    throw new TypeError(`kind ${counted.kind.name} has no ranked tally by ${by}`);
  const parts = asked.direction === 'desc' ? [busyRows, idleRows] : [idleRows, busyRows];
  const rows: SqlRow[] = [];
  for (const part of parts)
    if (rows.length <= asked.limit) rows.push(...part(look, asked, asked.limit + 1 - rows.length));
  const shown = rows.slice(0, asked.limit);
  const last = shown.at(-1);
  const [value, id] = [last?.[STORED_COLUMNS] as number, last?.[STORED_COLUMNS + 1] as string];
  return {
    items: shown.map((row) => storedOf(reader, table, row)),
    totalCount: countRows(look, asked.where),
    more: rows.length > asked.limit,
    last: last === undefined ? undefined : { value, id },
  };
};

/** Records with a count: the tally's index is walked, and each record looked up. */
const busyRows = (
  { driver, table, counted, scope }: CountedLook,
  { where, counted: { scope: within, by }, direction, after }: Asked,
  most: number,
): readonly SqlRow[] => {
  // Descending, records without a count come last: after one of them, none with a count follows.
  if (direction === 'desc' && after?.value === 0) return [];
  const inTally = inScopeOf(counted, within);
  const wanted = allOf([
    { sql: 't_tenant = ? AND t_environment = ?', values: inTally.values },
    ...behind(direction, after),
    { sql: 'id = t_value', values: [] },
    conditionsOn(rowsOf({ table, scope }), where, true),
  ]);
  const text = `SELECT ${table.sql.stored}, t_records, t_value
    FROM (SELECT tenant_id AS t_tenant, environment_id AS t_environment, records AS t_records, value AS t_value
      FROM ${tallyTable(counted)} INDEXED BY ${rankIndex(counted, by as string, direction)} WHERE tally = '${by as string}')
    CROSS JOIN ${table.table} WHERE ${wanted.sql} ORDER BY t_records ${direction}, t_value LIMIT ?`;
  return driver.prepare(text).all([...wanted.values, most]);
};

const behind = (direction: 'asc' | 'desc', after: Asked['after']): Condition[] => {
  if (after === undefined || after.value === 0) return [];
  const further = direction === 'desc' ? '<' : '>';
  return [
    {
      sql: `t_records ${further}= ? AND (t_records ${further} ? OR t_value > ?)`,
      values: [after.value, after.value, after.id],
    },
  ];
};

/** Records without a count: by id, excluding those with one. */
const idleRows = (
  { driver, table, counted, scope }: CountedLook,
  { where, counted: { scope: within, by }, direction, after }: Asked,
  most: number,
): readonly SqlRow[] => {
  // Ascending, records without a count come first: after one with a count, none without follows.
  if (direction === 'asc' && after !== undefined && after.value > 0) return [];
  const inTally = inScopeOf(counted, within);
  const { from, wanted, orderBy, id } = questionOf({ table, scope }, where, BY_ID);
  const isIdle: Condition = {
    sql: `NOT EXISTS (SELECT 1 FROM ${tallyTable(counted)} AS t WHERE t.tally = '${by as string}'
      AND t.tenant_id = ? AND t.environment_id = ? AND t.value = ${id})`,
    values: inTally.values,
  };
  const behindIdle = after?.value === 0 ? [{ sql: `${id} > ?`, values: [after.id] }] : [];
  const { sql, values } = allOf([wanted, isIdle, ...behindIdle]);
  const text = `SELECT ${table.sql.stored}, 0, id ${from} WHERE ${sql} ORDER BY ${orderBy} LIMIT ?`;
  return driver.prepare(text).all([...values, most]);
};
