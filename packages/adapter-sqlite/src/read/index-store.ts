import { setTimeout as pause } from 'node:timers/promises';
import type { IndexStore } from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { WriteQueue } from '../write/write-queue.js';
import type { ReadAccess } from './read-access.js';
import type { LongWalks } from './stored-events.js';
import { endsOf } from './trail-ends.js';
import { addRange, eventsToIndex, type NumberedRange, rangesOf, removeRanges } from './trail-index.js';

/** Between steps callers come first, in milliseconds. */
const REST_MS = 1;

/** What the indexer of trails needs of this store. */
export const sqliteIndexStore = (
  reads: ReadAccess,
  queue: WriteQueue,
  longWalks: LongWalks,
): IndexStore<NumberedRange> => {
  const write = (work: (driver: SqlDriver) => void): Promise<void> =>
    queue.add(({ driver }) => {
      work(driver);
      return { keep: true, answer: undefined };
    });
  return {
    trail: (tenantId) =>
      reads.snapshot((driver) => ({
        ...endsOf(driver, tenantId),
        ranges: rangesOf(driver, tenantId),
      })),
    // Fresh events are still in memory; others would push out what is read by others.
    events: (tenantId, slice) =>
      (slice.isFresh ? reads : longWalks.open()).run((driver) => eventsToIndex(driver, tenantId, slice)),
    add: (tenantId, built) => write((driver) => addRange(driver, tenantId, built)),
    remove: (_, ranges) => write((driver) => removeRanges(driver, ranges)),
    rest: () => pause(REST_MS),
    wakeAfter: (ms, wake) => {
      const timer = setTimeout(wake, ms);
      return () => clearTimeout(timer);
    },
  };
};
