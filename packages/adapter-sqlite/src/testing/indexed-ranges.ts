import Database from 'libsql';

/** The ranges of a tenant's index, as they stand in a store's file. */
export const indexedRanges = (file: string, tenantId: string): readonly (readonly number[])[] =>
  inFile(
    file,
    (database) =>
      database
        .prepare('SELECT first, size FROM audit_ranges WHERE tenant_id = ? ORDER BY first, size')
        .raw(true)
        .all([tenantId]) as number[][],
  );

/** Takes the index out of a store's file, as an older version leaves it. */
export const withoutIndex = (file: string): void =>
  inFile(file, (database) => {
    database.exec('DELETE FROM audit_bitmaps');
    database.exec('DELETE FROM audit_ranges');
  });

/** Takes the first events of a trail out of a store's file, as an older version seals them: it knows nothing of an index. */
export const withoutEvents = (file: string, tenantId: string, upTo: number): void =>
  inFile(file, (database) => {
    database.prepare('DELETE FROM audit_events WHERE tenant_id = ? AND sequence <= ?').run([tenantId, upTo]);
  });

/** Puts bytes in the place of an event's text. */
export const withBytes = (file: string, tenantId: string, sequence: number): void =>
  inFile(file, (database) => {
    const bytes = 'text = CAST(text AS BLOB)';
    database
      .prepare(`UPDATE audit_events SET ${bytes} WHERE tenant_id = ? AND sequence = ?`)
      .run([tenantId, sequence]);
  });

/** How many bitmaps belong to no range. */
export const lostBitmaps = (file: string): number =>
  inFile(file, (database) => {
    const lost =
      'SELECT count(*) FROM audit_bitmaps WHERE range_no NOT IN (SELECT range_no FROM audit_ranges)';
    return (database.prepare(lost).raw(true).get() as number[])[0] ?? 0;
  });

const inFile = <T>(file: string, work: (database: Database.Database) => T): T => {
  const database = new Database(file, { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
};
