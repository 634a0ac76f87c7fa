import { hash as nodeHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Sha256Hex } from '@govgate/domain';
import { type GovernanceStore, PortUnavailable } from '@govgate/ports';
import { BUSY_LIMIT_MS } from '../driver/busy-retry.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { KindTables } from '../kinds/kind-table.js';
import { sqliteAuditTrail } from '../read/audit-trail.js';
import { sqliteOutbox, sqliteRevocations } from '../read/feeds.js';
import { ReadAccess } from '../read/read-access.js';
import { sqliteRecords } from '../read/records.js';
import { sqliteRevisions } from '../read/revision-reader.js';
import { type Failpoint, NO_FAILPOINT } from '../write/failpoint.js';
import { sqliteUnitOfWork } from '../write/unit-of-work.js';
import { WriteQueue } from '../write/write-queue.js';
import { type SideReads, sideReadsOn } from './side-reads.js';

export interface StoreParts {
  readonly file: string;
  readonly driver: SqlDriver;
  readonly tables: KindTables;
  readonly busyLimitMs?: number;
  readonly failpoint?: Failpoint;
}

/**
 * Implements the ports on an open, migrated database. One connection serves reads and writes: calls block, so they never interleave. Walks over
 * a long trail go on in a second one.
 */
export const storeOn = (parts: StoreParts): GovernanceStore => {
  const { file, driver, tables, failpoint = NO_FAILPOINT, busyLimitMs = BUSY_LIMIT_MS } = parts;
  const reads = new ReadAccess(driver, busyLimitMs);
  const sideReads = sideReadsOn(file, reads, busyLimitMs);
  const queue = new WriteQueue(driver, { failpoint, busyLimitMs });
  return {
    records: sqliteRecords(reads, tables),
    unitOfWork: sqliteUnitOfWork({ queue, tables, hash, failpoint }),
    auditTrail: sqliteAuditTrail(reads, queue, sideReads),
    revocations: sqliteRevocations(reads),
    outbox: sqliteOutbox(reads, queue),
    revisions: sqliteRevisions(reads),
    check: checkOn(file, queue),
    close: closeOn({ driver, reads, queue, sideReads }),
  };
};

// Really writes: a full disk or a read-only file shows nowhere else.
const checkOn = (file: string, queue: WriteQueue): (() => Promise<void>) => {
  const opened = statSync(file).ino;
  return async () => {
    await queue.add(({ driver }) => {
      driver.run('UPDATE store_probe SET checks = checks + 1');
      return { keep: true, answer: undefined };
    });
    // Writes to a deleted or replaced file are lost with the process.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== opened)
      throw new PortUnavailable('store', { cause: new Error('the file was moved, deleted or replaced') });
  };
};

interface Opened {
  readonly driver: SqlDriver;
  readonly reads: ReadAccess;
  readonly queue: WriteQueue;
  readonly sideReads: SideReads;
}

const closeOn = ({ driver, reads, queue, sideReads }: Opened): (() => Promise<void>) => {
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await queue.close();
    reads.close();
    sideReads.close();
    driver.close();
  };
  return () => {
    closing ??= close();
    return closing;
  };
};

const hash: Sha256Hex = (text) => nodeHash('sha256', text);
