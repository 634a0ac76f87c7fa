import { statSync } from 'node:fs';
import { BUSY_MS } from '../driver/busy-retry.js';
import { openLibsql } from '../driver/libsql-driver.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import { ReadAccess } from '../read/read-access.js';
import { guard } from './open-file.js';

/** A second connection for reads that pass over everything, opened when there is the first of them. */
export interface SideReads {
  readonly open: () => ReadAccess;
  readonly close: () => void;
}

/** Pages that such reads pass are not met again: few of them are kept, and those that others read keep their place. */
const CACHE_KB = 2_048;

/** `fallback` reads instead where the file was replaced since the store was opened, or the store is closed. */
export const sideReadsOn = (file: string, fallback: ReadAccess, busyLimitMs: number): SideReads => {
  const opened = inodeOf(file);
  let side: { readonly driver: SqlDriver; readonly reads: ReadAccess } | undefined;
  let closed = false;
  return {
    open: () => {
      if (side === undefined && (closed || inodeOf(file) !== opened)) return fallback;
      side ??= openSide(file, busyLimitMs);
      return side.reads;
    },
    close: () => {
      closed = true;
      side?.reads.close();
      side?.driver.close();
    },
  };
};

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

const openSide = (file: string, busyLimitMs: number) => {
  const driver = openLibsql(file, BUSY_MS);
  guard(driver, CACHE_KB);
  driver.get('PRAGMA query_only = ON');
  return { driver, reads: new ReadAccess(driver, busyLimitMs) };
};
