import { join } from 'node:path';
import Database from 'libsql';

/** An embedded store with nothing around it, set as the product sets its own: WAL, and each commit on the disk. */
export const openFloorStore = () => {
  const db = new Database(join(process.env.BENCH_FOLDER, 'floor.db'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  db.exec(`
    CREATE TABLE documents (id TEXT PRIMARY KEY, version INTEGER NOT NULL, text TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE audit (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
    CREATE TABLE heads (tenant TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE outbox (entry INTEGER PRIMARY KEY AUTOINCREMENT, subject TEXT NOT NULL);
    INSERT INTO heads VALUES ('tenant', 0);
  `);
  return db;
};
