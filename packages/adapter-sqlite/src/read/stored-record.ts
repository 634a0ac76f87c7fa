import { inTodaysShape, PortUnavailable, type Stored } from '@govgate/ports';
import type { SqlDriver, SqlRow } from '../driver/sql-driver.js';
import type { KindTable } from '../kinds/kind-table.js';
import type { Parts, PartValues } from '../kinds/parts.js';
import type { ReadAccess } from './read-access.js';

/** Turns rows into records. */
export interface RecordReader {
  /** A record in its kind's current form. Rows start with the stored columns wherever a record is read. */
  recordOf(table: KindTable, row: SqlRow): unknown;
}

export const storedOf = (reader: RecordReader, table: KindTable, row: SqlRow): Stored<never> => ({
  record: reader.recordOf(table, row) as never,
  version: row[0] as number,
});

type PartOf = (table: KindTable, rowNo: number, name: string) => PartValues;

/** Also reads stored parts. For rows of the snapshot, or the write, it runs in. */
export const readerOn = (driver: SqlDriver, parts: Parts): RecordReader =>
  readerWith((table, rowNo, name) => {
    const known = parts.remembered(name);
    if (known !== undefined) return known;
    const [text] = driver.prepare(table.sql.readPart).get([rowNo, name]) ?? [];
    if (typeof text !== 'string')
      throw new PortUnavailable('store', {
        cause: new Error(`a record of kind ${table.kind.name} lacks a part`),
      });
    return parts.read(name, text);
  });

/**
 * Reads records by single statements. Where one has a stored part that is not cached, everything is read again on one snapshot: another
 * process may change the record in between.
 */
export const readRecords = async <T>(
  reads: ReadAccess,
  parts: Parts,
  work: (driver: SqlDriver, reader: RecordReader) => T,
): Promise<T> => {
  const remembering = readerWith((_table, _rowNo, name) => {
    const known = parts.remembered(name);
    if (known === undefined) throw NOT_REMEMBERED;
    return known;
  });
  try {
    return await reads.run((driver) => work(driver, remembering));
  } catch (thrown) {
    if (thrown !== NOT_REMEMBERED) throw thrown;
    return reads.snapshot((driver) => work(driver, readerOn(driver, parts)));
  }
};

const NOT_REMEMBERED = new Error('a part is not remembered');

const readerWith = (partOf: PartOf): RecordReader => ({
  recordOf: (table, [, doc, shape, rowNo, part]) => {
    const record = JSON.parse(doc as string);
    if (part !== null) Object.assign(record, partOf(table, rowNo as number, part as string));
    return inTodaysShape(table.kind, shape as number, record);
  },
});
