import { clashingMark, settledMark } from '@govgate/ports';
import type { SqlDriver, SqlRow, SqlValue } from '../driver/sql-driver.js';
import { isUniqueViolation } from '../driver/sql-error.js';
import { type KindTable, STORED_COLUMNS } from '../kinds/kind-table.js';
import { columnsOf, membersOf } from '../kinds/projection.js';
import type { RecordReader } from '../read/stored-record.js';

interface RowsToDerive {
  readonly table: KindTable;
  readonly rows: readonly SqlRow[];
}

/** Derives again the projections of rows found by a statement. Within a write, so that nobody comes in between. */
export const deriveAgain = (driver: SqlDriver, reader: RecordReader, { table, rows }: RowsToDerive): void => {
  for (const row of rows) {
    const [rowNo = null, , ...key] = row.slice(STORED_COLUMNS - 2);
    const record = reader.recordOf(table, row);
    writeColumns(driver, table, { rowNo, columns: columnsOf(table, record) });
    writeMembers(driver, table, { key, members: membersOf(table, record) });
  }
};

interface MembersOfRow {
  readonly key: readonly SqlValue[];
  readonly members: string | undefined;
}

// Most changes of a form leave memberships as they are, and rewriting those of a large group takes thirty times as long as comparing them.
const writeMembers = (driver: SqlDriver, { sql }: KindTable, { key, members }: MembersOfRow): void => {
  if (members === undefined) return;
  const held = driver.prepare(sql.readMembers).all(key);
  const wanted: readonly SqlRow[] = JSON.parse(members);
  if (isSameSet(held, wanted)) return;
  driver.prepare(sql.clearMembers).run(key);
  driver.prepare(sql.insertMembers).run([...key, members]);
};

const isSameSet = (held: readonly SqlRow[], wanted: readonly SqlRow[]): boolean => {
  const texts = new Set(wanted.map((pair) => JSON.stringify(pair)));
  return held.length === texts.size && held.every((pair) => texts.has(JSON.stringify(pair)));
};

interface ColumnsOfRow {
  readonly rowNo: SqlValue;
  readonly columns: readonly SqlValue[];
}

const writeColumns = (driver: SqlDriver, table: KindTable, { rowNo, columns }: ColumnsOfRow): void => {
  const derive = driver.prepare(table.sql.derive);
  try {
    derive.run([...columns, settledMark(table.kind), rowNo]);
  } catch (thrown) {
    if (!isUniqueViolation(thrown)) throw thrown;
    const kept = withoutClaims(driver, table, { rowNo, columns });
    derive.run([...kept, clashingMark(table.kind), rowNo]);
  }
};

// Values the row already holds it may keep; for new ones another row may be the holder.
const withoutClaims = (
  driver: SqlDriver,
  { attributes, sql }: KindTable,
  { rowNo, columns }: ColumnsOfRow,
): SqlValue[] => {
  const [, ...held] = driver.prepare(sql.heldUniques).get([rowNo]) ?? [];
  const wanted = columns.slice(attributes.length);
  return [
    ...columns.slice(0, attributes.length),
    ...wanted.map((value, i) => (value === held[i] ? value : null)),
  ];
};
