import { chmodSync, closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { BUSY_LIMIT_MS, BUSY_MS, retryWhileBusy } from '../driver/busy-retry.js';
import { openLibsql } from '../driver/libsql-driver.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import { isBusy } from '../driver/sql-error.js';
import { assertOurs } from '../open/migrate.js';
import { openErrorOf } from '../open/open-file.js';

/**
 * Copies a store into a new file as of one moment, while others go on reading and writing it (`VACUUM INTO`, one read transaction). Blocks
 * until the copy is on disk.
 * @throws StoreOpenError when the file is no store or cannot be read; the system's error where the copy cannot be written
 */
export const copySqliteStore = async (file: string, into: string): Promise<void> => {
  // Created first, with its permissions, so that nobody else can read it at any moment.
  closeSync(openSync(into, 'wx', 0o600));
  await withFile(file, (driver) => {
    assertOurs(driver, file);
    driver.run('VACUUM INTO ?', [into]);
  });
  chmodSync(into, 0o600);
  const copy = openSync(into, 'r+');
  try {
    fsyncSync(copy);
  } finally {
    closeSync(copy);
  }
};

/** Upper estimate of the size of a store's copy, in bytes. */
export const sqliteStoreBytes = (file: string): Promise<number> =>
  withFile(file, (driver) => {
    const numberOf = (pragma: string): number => Number(driver.get(`PRAGMA ${pragma}`)?.[0] ?? 0);
    return numberOf('page_count') * numberOf('page_size');
  });

/**
 * Whether a process has a store open. If none has, its log is merged into the file, which then is the whole store: leaving WAL mode
 * requires exclusive access.
 */
export const isSqliteStoreInUse = async (file: string): Promise<boolean> => {
  try {
    return await withFile(file, (driver) => driver.get('PRAGMA journal_mode = DELETE')?.[0] !== 'delete', 0);
  } catch (fault) {
    if (isBusy((fault as Error).cause ?? fault)) return true;
    throw fault;
  }
};

const withFile = async <T>(
  file: string,
  work: (driver: SqlDriver) => T,
  limitMs = BUSY_LIMIT_MS,
): Promise<T> => {
  if (!existsSync(file)) throw new Error('there is no such file');
  try {
    const driver = openLibsql(file, BUSY_MS);
    try {
      return await retryWhileBusy(() => work(driver), limitMs);
    } finally {
      driver.close();
    }
  } catch (thrown) {
    throw openErrorOf(file, thrown);
  }
};
