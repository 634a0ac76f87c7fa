import {
  type AnyKind,
  clashingMark,
  LIST_WAITS_MS,
  NotYetWhole,
  PortUnavailable,
  partitionOf,
  settledMark,
} from '@govgate/ports';
import type { Document } from 'mongodb';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD } from '../kinds/documents.js';
import type { KeepInLine } from '../kinds/keep-in-line.js';
import { ONE_READ, type Reader } from '../read/reader.js';
import { DERIVED_FROM, deriveAgain } from './derive-again.js';

/** Documents a list brings up to date in one write. */
const STEP = 100;

/**
 * How long a kind found up to date counts as such; afterwards, documents written by an older process are looked for again. What a caller may
 * do never rests on that: kinds that decide it are looked at before every list.
 */
const LOOK_AGAIN_MS = 10_000;

/** Documents that are out of date. */
export const behindFilter = (kind: AnyKind): Document => markedBelow(clashingMark(kind));

/** Those, and documents that lack a value of a unique rule. */
export const unsettledFilter = (kind: AnyKind): Document => markedBelow(settledMark(kind));

// By their marks, of which there are few. A document without a mark was written before marks existed.
const markedBelow = (limit: number): Document => ({
  [RECORD.form]: { $in: [null, ...Array.from({ length: limit }, (_, mark) => mark)] },
});

export const keepInLineOn = (collections: Collections, reader: Reader): KeepInLine => {
  const wholeUntil = new Map<string, number>();
  const someOf = (kind: AnyKind, filter: Document, limit: number) =>
    reader.read(() =>
      recordsOf(collections, kind)
        .find(filter, { ...ONE_READ, projection: DERIVED_FROM, batchSize: limit + 1 })
        .limit(limit)
        .toArray(),
    );
  const isWhole = async (kind: AnyKind): Promise<boolean> => {
    if (kind.authorization) return false;
    if ((wholeUntil.get(kind.name) ?? 0) > performance.now()) return true;
    if ((await someOf(kind, behindFilter(kind), 1)).length > 0) return false;
    wholeUntil.set(kind.name, performance.now() + LOOK_AGAIN_MS);
    return true;
  };
  return async (kind, scope) => {
    if (await isWhole(kind)) return;
    const { tenantId, environmentId } = partitionOf(kind, scope);
    const filter = {
      [RECORD.tenantId]: tenantId,
      [RECORD.environmentId]: environmentId,
      ...behindFilter(kind),
    };
    const giveUpAt = performance.now() + LIST_WAITS_MS;
    for (;;) {
      const found = await someOf(kind, filter, STEP);
      if (found.length === 0) return;
      if (performance.now() > giveUpAt)
        throw new PortUnavailable('store', { cause: new NotYetWhole(kind.name) });
      await reader.read(() => deriveAgain(collections, kind, found));
    }
  };
};
