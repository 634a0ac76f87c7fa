import { accessSync, closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { BUSY_MS } from '../driver/busy-retry.js';
import { openLibsql } from '../driver/libsql-driver.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import { isBusy, sqlCodeOf } from '../driver/sql-error.js';
import { type StoreOpenCode, StoreOpenError } from './store-open-error.js';

/** "govg": marks our files among SQLite databases. */
export const APPLICATION_ID = 0x676f7667;

/** Creates the folder and an empty file readable only by this user, if they are missing, then opens it. */
export const openFile = (file: string): SqlDriver => {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    create(file);
    for (const path of [file, dirname(file)]) accessSync(path, constants.W_OK);
    return openLibsql(file, BUSY_MS);
  } catch (thrown) {
    throw new StoreOpenError('unwritable', file, { cause: thrown });
  }
};

// An existing file is not opened: closing it would take away the locks that SQLite holds on it in this process (POSIX), and the next
// process to close the store would delete the log under us (https://sqlite.org/howtocorrupt.html, section 2.2).
const create = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
  }
};

/** Durable on every commit, readers alongside a writer, and guarded. */
export const setUp = (driver: SqlDriver, file: string): void => {
  const mode = driver.get('PRAGMA journal_mode = WAL')?.[0];
  if (mode !== 'wal') throw new StoreOpenError('no_shared_memory', file);
  guard(driver, CACHE_KB);
  for (const pragma of [
    'synchronous = FULL',
    'foreign_keys = ON',
    // A larger log is checkpointed less often; both figures trade space for fewer flushes.
    'wal_autocheckpoint = 4000',
    'journal_size_limit = 67108864',
  ])
    driver.get(`PRAGMA ${pragma}`);
};

const CACHE_KB = 32_768;

/** What holds for every connection: nothing in the file is trusted, and nothing spills into files beside it. */
export const guard = (driver: SqlDriver, cacheKb: number): void => {
  for (const pragma of [
    'trusted_schema = OFF',
    'cell_size_check = ON',
    'temp_store = MEMORY',
    `cache_size = -${cacheKb}`,
  ])
    driver.get(`PRAGMA ${pragma}`);
};

const CODES: readonly [RegExp, StoreOpenCode][] = [
  [/^SQLITE_(NOTADB|CORRUPT)/, 'corrupt'],
  [/^SQLITE_FULL/, 'disk_full'],
  [/^SQLITE_(READONLY|CANTOPEN|PERM|AUTH|IOERR)/, 'unwritable'],
];

/** What went wrong while opening, in words for the operator. Programming errors pass through. */
export const openErrorOf = (file: string, thrown: unknown): unknown => {
  if (isBusy(thrown)) return new StoreOpenError('locked', file, { cause: thrown });
  const code = CODES.find(([pattern]) => pattern.test(sqlCodeOf(thrown) ?? ''))?.[1];
  return code === undefined ? thrown : new StoreOpenError(code, file, { cause: thrown });
};
