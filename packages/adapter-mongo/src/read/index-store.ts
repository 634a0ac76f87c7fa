import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IndexStore } from '@govgate/ports';
import type { Collections } from '../kinds/collections.js';
import type { Reader } from './reader.js';
import { endsOf } from './trail-ends.js';
import { addRange, eventsToIndex, type KeyedRange, rangesOf, removeRanges } from './trail-index.js';

/** A large range has many bitmaps. */
const WRITING_MS = 15_000;

/** What the indexer of trails needs of this store. */
export const mongoIndexStore = (collections: Collections, reader: Reader): IndexStore<KeyedRange> => ({
  trail: (tenantId) =>
    reader.snapshot(async (session) => ({
      ...(await endsOf(collections, tenantId, session)),
      ranges: await rangesOf(collections, tenantId, session),
    })),
  events: (tenantId, slice) => reader.read(() => eventsToIndex(collections, tenantId, slice)),
  add: (tenantId, built) =>
    reader.snapshot((session) => addRange(collections, tenantId, built, session), WRITING_MS),
  remove: (_, ranges) => reader.snapshot((session) => removeRanges(collections, ranges, session), WRITING_MS),
  rest: () => nextTurn(),
  wakeAfter: (ms, wake) => {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
});
