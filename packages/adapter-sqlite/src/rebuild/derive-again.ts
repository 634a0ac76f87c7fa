import { clashingMark, settledMark } from '@govgate/ports';
import type { SqlDriver, SqlRow, SqlValue } from '../driver/sql-driver.js';
import { isUniqueViolation } from '../driver/sql-error.js';
import { type KindTable, STORED_COLUMNS } from '../kinds/kind-table.js';
import { columnsOf, membersOf } from '../kinds/projection.js';
import type { RecordReader } from '../read/stored-record.js';

/** Derives again the projections of rows found by a statement. Within a write, so that nobody comes in between. */
export const deriveAgain = (
  driver: SqlDriver,
  reader: RecordReader,
  table: KindTable,
  rows: readonly SqlRow[],
): void => {
  for (const row of rows) {
    const [rowNo = null, , ...key] = row.slice(STORED_COLUMNS - 2);
    const record = reader.recordOf(table, row);
    writeColumns(driver, table, rowNo, columnsOf(table, record));
    const members = membersOf(table, record);
    if (members === undefined) continue;
    driver.prepare(table.sql.clearMembers).run(key);
    driver.prepare(table.sql.insertMembers).run([...key, members]);
  }
};

const writeColumns = (
  driver: SqlDriver,
  table: KindTable,
  rowNo: SqlValue,
  columns: readonly SqlValue[],
): void => {
  const derive = driver.prepare(table.sql.derive);
  try {
    derive.run([...columns, settledMark(table.kind), rowNo]);
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
    const kept = withoutClaims(driver, table, rowNo, columns);
    derive.run([...kept, clashingMark(table.kind), rowNo]);
  }
};

// Values the row already holds it may keep; for new ones another row may be the holder.
const withoutClaims = (
  driver: SqlDriver,
  { attributes, sql }: KindTable,
  rowNo: SqlValue,
  columns: readonly SqlValue[],
): SqlValue[] => {
  const [, ...held] = driver.prepare(sql.heldUniques).get([rowNo]) ?? [];
  const wanted = columns.slice(attributes.length);
  return [
    ...columns.slice(0, attributes.length),
    ...wanted.map((value, i) => (value === held[i] ? value : null)),
  ];
};
