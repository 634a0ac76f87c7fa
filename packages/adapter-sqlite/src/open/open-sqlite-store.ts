import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Sha256Hex } from '@govgate/domain';
import { type AnyKind, type GovernanceStore, PortUnavailable } from '@govgate/ports';
import { BUSY_LIMIT_MS, retryWhileBusy } from '../driver/busy-retry.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import { KindTables } from '../kinds/kind-table.js';
import { syncKindTables } from '../kinds/sync-kind-tables.js';
import { sqliteAuditTrail } from '../read/audit-trail.js';
import { sqliteOutbox, sqliteRevocations } from '../read/feeds.js';
import { ReadAccess } from '../read/read-access.js';
import { sqliteRecords } from '../read/records.js';
import { SqliteRevisionReader } from '../read/revision-reader.js';
import { type Failpoint, NO_FAILPOINT } from '../write/failpoint.js';
import { sqliteUnitOfWork } from '../write/unit-of-work.js';
import type { WriteGroup } from '../write/write-group.js';
import { WriteQueue } from '../write/write-queue.js';
import { assertOurs, migrate } from './migrate.js';
import { openErrorOf, openFile, setUp } from './open-file.js';

export interface SqliteStoreOptions {
  /** The database file; it and its folder are made when they do not exist. */
  readonly file: string;
  /** Every kind that will be read or written. */
  readonly kinds: readonly AnyKind[];
  /** Projects all documents again, also where no declaration changed: after the meaning of an attribute has changed. */
  readonly rebuild?: boolean;
  /** How long to go on trying while another process writes, in milliseconds; 5,000 by default. */
  readonly busyLimitMs?: number;
  /** For crash tests only. */
  readonly failpoint?: Failpoint;
}

const hash: Sha256Hex = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Opens the embedded store. Several processes may have the same file open.
 *
 * @throws StoreOpenError when the file cannot serve
 */
export const openSqliteStore = async (options: SqliteStoreOptions): Promise<GovernanceStore> => {
  const tables = new KindTables(options.kinds);
  const driver = openFile(options.file);
  try {
    await prepare(driver, tables, options);
    return storeOn(driver, tables, options);
  } catch (thrown) {
    driver.close();
    throw openErrorOf(options.file, thrown);
  }
};

const prepare = async (driver: SqlDriver, tables: KindTables, options: SqliteStoreOptions): Promise<void> => {
  const { file, rebuild = false, busyLimitMs = BUSY_LIMIT_MS } = options;
  for (const step of [
    () => assertOurs(driver, file),
    () => setUp(driver, file),
    () => migrate(driver, file),
    () => syncKindTables(driver, tables.all(), rebuild),
  ])
    await retryWhileBusy(step, busyLimitMs);
};

const storeOn = (driver: SqlDriver, tables: KindTables, options: SqliteStoreOptions): GovernanceStore => {
  const { file, failpoint = NO_FAILPOINT, busyLimitMs = BUSY_LIMIT_MS } = options;
  const reads = new ReadAccess(driver, busyLimitMs);
  const revisions = new SqliteRevisionReader(reads);
  const onCommitted = (group: WriteGroup): void => {
    for (const [tenantId = ''] of group.heads.written()) revisions.forget(tenantId);
  };
  const queue = new WriteQueue(driver, { failpoint, busyLimitMs, onCommitted });
  return {
    records: sqliteRecords(reads, tables),
    unitOfWork: sqliteUnitOfWork({ queue, tables, hash, failpoint }),
    auditTrail: sqliteAuditTrail(reads, queue),
    revocations: sqliteRevocations(reads),
    outbox: sqliteOutbox(reads, queue),
    revisions,
    check: checkOn(file, queue),
    close: closeOn(driver, reads, queue),
  };
};

// Really writes: a full disk or a file that was made read-only shows nowhere else.
const checkOn = (file: string, queue: WriteQueue): (() => Promise<void>) => {
  const opened = statSync(file).ino;
  return async () => {
    await queue.add(({ driver }) => {
      driver.prepare('UPDATE store_probe SET checks = checks + 1').run();
      return { keep: true, answer: undefined };
    });
    // What is written into a file that was deleted or replaced is lost with the process.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== opened)
      throw new PortUnavailable('store', { cause: new Error('the file was moved, deleted or replaced') });
  };
};

const closeOn = (driver: SqlDriver, reads: ReadAccess, queue: WriteQueue): (() => Promise<void>) => {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await queue.close();
    reads.close();
    driver.close();
  };
  return () => {
    closing ??= close();
    return closing;
  };
};
