import { ALL_RECORDS, isWholeNumber, type Tally } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import { attributeColumn, type KindTable } from './kind-table.js';

/** The table of a kind's tallies: the number of records having a value, and a sum over them. Values without records have no row. */
export const tallyTable = ({ kind }: KindTable): string => `tally_${kind.name}`;

/** The indexes for lists ordered by a tally: ties by ascending value in both directions. */
export const rankIndex = (table: KindTable, by: string, direction: 'asc' | 'desc'): string =>
  `${tallyTable(table)}_${by}_${direction}`;

/** The tables and indexes of a kind's tallies. */
export const createTallies = (table: KindTable): string[] => {
  const tallies = talliesOf(table);
  if (tallies.length === 0) return [];
  const name = tallyTable(table);
  const ranks = tallies
    .filter(({ ranked }) => ranked)
    .flatMap(({ by }) =>
      (['asc', 'desc'] as const).map(
        (direction) =>
          `CREATE INDEX IF NOT EXISTS ${rankIndex(table, by, direction)} ON ${name}
  (tenant_id, environment_id, records ${direction}, value) WHERE tally = '${by}'`,
      ),
    );
  return [
    `CREATE TABLE IF NOT EXISTS ${name} (
  tally TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  environment_id TEXT NOT NULL,
  value TEXT NOT NULL,
  records INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (tally, tenant_id, environment_id, value)
) WITHOUT ROWID`,
    ...ranks,
  ];
};

/**
 * The triggers that keep the tallies: whatever writes a row counts it in the same transaction, including rebuilds and older processes. By
 * name, each with its definition.
 */
export const tallyTriggers = (table: KindTable): readonly (readonly [name: string, create: string])[] =>
  talliesOf(table).flatMap((tally, i) =>
    (isMembership(table, tally) ? memberTriggers : attributeTriggers)(table, tally).map(
      ([on, event, body]) => {
        const name = `${tallyTable(table)}_${i}_${on}`;
        return [name, `CREATE TRIGGER ${name} ${event} BEGIN ${body} END`] as const;
      },
    ),
  );

/** Creates the triggers as currently declared and counts everything from scratch, in the transaction that updates the table. */
export const syncTallies = (driver: SqlDriver, table: KindTable): void => {
  const found = driver
    .prepare("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN (?, ?)")
    .all([table.table, table.members]);
  for (const [name] of found) driver.prepare(`DROP TRIGGER ${name as string}`).run();
  if (talliesOf(table).length === 0) return;
  driver.prepare(`DELETE FROM ${tallyTable(table)}`).run();
  for (const tally of talliesOf(table))
    driver.prepare(`INSERT INTO ${tallyTable(table)} ${countedAnew(table, tally)}`).run();
  for (const [, create] of tallyTriggers(table)) driver.prepare(create).run();
};

/** What a tally's rows must be, computed from the rows it counts. */
const countedAnew = (table: KindTable, tally: Tally): string => {
  const { table: records, members } = table;
  const sum = `sum(${sumColumn(tally, 'r.')})`;
  return isMembership(table, tally)
    ? `SELECT '${tally.by}', m.tenant_id, m.environment_id, m.value, count(*), ${sum} FROM ${members} AS m
  JOIN ${records} AS r ON ${sameKey('r', 'm')} WHERE m.membership = '${tally.by}' AND m.value <> '' GROUP BY 2, 3, 4`
    : `SELECT '${tally.by}', r.tenant_id, r.environment_id, ${valueIn('r', tally)}, count(*), ${sum}
  FROM ${records} AS r WHERE ${valueIn('r', tally)} <> '' GROUP BY 2, 3, 4`;
};

export const talliesOf = ({ kind }: KindTable): readonly Tally[] => kind.tallies;

const isMembership = ({ memberships }: KindTable, { by }: Tally): boolean => memberships.includes(by);

// Where all records are counted together, each has the same value.
const valueIn = (row: string, { by }: Tally): string =>
  by === ALL_RECORDS ? `'${ALL_RECORDS}'` : `${row}.${attributeColumn(by)}`;

const sumColumn = ({ sum }: Tally, row: string): string =>
  sum === undefined ? '0' : `${row}${attributeColumn(sum)}`;

const sameKey = (a: string, b: string): string =>
  ['tenant_id', 'environment_id', 'id'].map((column) => `${a}.${column} = ${b}.${column}`).join(' AND ');

type Trigger = readonly [on: string, event: string, body: string];

const attributeTriggers = (table: KindTable, tally: Tally): Trigger[] => {
  const [before, now] = [valueIn('OLD', tally), valueIn('NEW', tally)];
  const [added, removed] = [
    plus(
      table,
      `SELECT '${tally.by}', NEW.tenant_id, NEW.environment_id, ${now}, 1,
    ${sumColumn(tally, 'NEW.')} WHERE ${now} <> ''`,
    ),
    minus(table, tally, { row: 'OLD', value: `= ${asText(table, tally)}`, sum: sumColumn(tally, 'OLD.') }),
  ];
  const moved = [tally.by === ALL_RECORDS ? undefined : tally.by, tally.sum]
    .filter((name) => name !== undefined)
    .map(attributeColumn)
    .map((name) => `OLD.${name} <> NEW.${name}`)
    .join(' OR ');
  return [
    ['insert', `AFTER INSERT ON ${table.table} WHEN ${now} <> ''`, added],
    ['delete', `AFTER DELETE ON ${table.table} WHEN ${before} <> ''`, removed],
    ...(moved === ''
      ? []
      : [['update', `AFTER UPDATE ON ${table.table} WHEN ${moved}`, `${removed} ${added}`] as const]),
  ];
};

// Compared as it is stored: the key holds texts, and finds no number.
const asText = ({ kind }: KindTable, tally: Tally): string => {
  const value = valueIn('OLD', tally);
  return isWholeNumber(kind, tally.by) ? `CAST(${value} AS TEXT)` : value;
};

// Members are written after their record and removed after it: a deleted record has already taken its share with it.
const memberTriggers = (table: KindTable, tally: Tally): Trigger[] => {
  const { table: records, members } = table;
  const recordOf = (row: string) => `FROM ${records} AS r WHERE ${sameKey('r', row)}`;
  const valuesOf = (row: string) =>
    `IN (SELECT m.value FROM ${members} AS m WHERE ${sameKey('m', row)} AND m.membership = '${tally.by}')`;
  const name = tallyTable(table);
  const added = plus(
    table,
    `SELECT '${tally.by}', NEW.tenant_id, NEW.environment_id, NEW.value, 1, ${sumColumn(tally, 'r.')} ${recordOf('NEW')}`,
  );
  const removed = minus(table, tally, {
    row: 'OLD',
    value: `= OLD.value AND EXISTS (SELECT 1 ${recordOf('OLD')})`,
    sum: tally.sum === undefined ? '0' : `(SELECT ${sumColumn(tally, 'r.')} ${recordOf('OLD')})`,
  });
  const counted = (row: string) => `WHEN ${row}.membership = '${tally.by}' AND ${row}.value <> ''`;
  const gone = minus(table, tally, { row: 'OLD', value: valuesOf('OLD'), sum: sumColumn(tally, 'OLD.') });
  const sum = tally.sum === undefined ? undefined : attributeColumn(tally.sum);
  return [
    ['member_insert', `AFTER INSERT ON ${members} ${counted('NEW')}`, added],
    ['member_delete', `AFTER DELETE ON ${members} ${counted('OLD')}`, removed],
    ['delete', `AFTER DELETE ON ${records}`, gone],
    ...(sum === undefined
      ? []
      : [
          [
            'update',
            `AFTER UPDATE ON ${records} WHEN OLD.${sum} <> NEW.${sum}`,
            `UPDATE ${name} SET total = total + NEW.${sum} - OLD.${sum} WHERE tally = '${tally.by}'
  AND tenant_id = NEW.tenant_id AND environment_id = NEW.environment_id AND value ${valuesOf('NEW')};`,
          ] as const,
        ]),
  ];
};

const plus = (table: KindTable, selected: string): string =>
  `INSERT INTO ${tallyTable(table)} (tally, tenant_id, environment_id, value, records, total) ${selected}
  ON CONFLICT DO UPDATE SET records = records + 1, total = total + excluded.total;`;

const minus = (
  table: KindTable,
  tally: Tally,
  { row, value, sum }: { readonly row: string; readonly value: string; readonly sum: string },
): string => {
  const where = `tally = '${tally.by}' AND tenant_id = ${row}.tenant_id AND environment_id = ${row}.environment_id
  AND value ${value}`;
  return `UPDATE ${tallyTable(table)} SET records = records - 1, total = total - ${sum} WHERE ${where};
  DELETE FROM ${tallyTable(table)} WHERE ${where} AND records = 0;`;
};
