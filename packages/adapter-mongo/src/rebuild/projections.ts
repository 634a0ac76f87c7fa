import { type AnyKind, clashingMark, type KindBehind, type Projections, settledMark } from '@govgate/ports';
import type { Document } from 'mongodb';
import { isDuplicateKey } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD } from '../kinds/documents.js';
import { ONE_READ, type Reader } from '../read/reader.js';
import { DERIVED_FROM, deriveAgain } from './derive-again.js';
import { behindFilter, unsettledFilter } from './keep-in-line-on.js';

const LEASE = 'projections';

/** More clashes than are plausible: a rule broken by so many records is repaired by hand. */
const MOST_CLASHING = 1_000;

/** Derives projections of records again. */
export const mongoProjections = (
  collections: Collections,
  reader: Reader,
  kinds: readonly AnyKind[],
): Projections => {
  const named = (name: string): AnyKind => {
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined) throw new TypeError(`the store was opened without the kind ${name}`);
    return kind;
  };
  const count = (kind: AnyKind, filter: Document): Promise<number> =>
    reader.read(() => recordsOf(collections, kind).countDocuments(filter, ONE_READ));
  const derive = (kind: AnyKind, filter: Document, most: number): Promise<number> =>
    reader.read(async () => {
      const found = await recordsOf(collections, kind)
        .find(filter, { ...ONE_READ, projection: DERIVED_FROM })
        .limit(most)
        .toArray();
      await deriveAgain(collections, kind, found);
      return found.length;
    });
  return {
    behind: async () => {
      const names = await reader.read(() => unsettledKinds(collections, kinds));
      const counted = await Promise.all(
        names.map(async (name): Promise<KindBehind> => {
          const kind = named(name);
          const left = await count(kind, behindFilter(kind));
          return { kind: name, left, clashing: await count(kind, clashingFilter(kind)) };
        }),
      );
      return counted.filter(({ left, clashing }) => left + clashing > 0);
    },
    step: (name, most) => derive(named(name), behindFilter(named(name)), most),
    settle: async (name) => {
      const kind = named(name);
      await derive(kind, clashingFilter(kind), MOST_CLASHING);
      return count(kind, clashingFilter(kind));
    },
    claim: (holder, ms) => reader.read(() => claim(collections, holder, ms)),
    release: (holder) =>
      reader.read(async () => {
        await collections.leases.deleteOne({ _id: LEASE, holder });
      }),
  };
};

// By the processes' own clocks: if two hold the lease at once, they do the same work twice, and nothing worse.
const claim = async ({ leases }: Collections, holder: string, ms: number): Promise<boolean> => {
  const now = Date.now();
  const isMine = { _id: LEASE, $or: [{ holder }, { until: { $lte: now } }] };
  try {
    await leases.updateOne(isMine, { $set: { holder, until: now + ms } }, { upsert: true });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
};

/** The kinds with documents that are behind or clash, in one command: it is asked all the time, and the answer is nearly always none. */
const unsettledKinds = async (
  collections: Collections,
  kinds: readonly AnyKind[],
): Promise<readonly string[]> => {
  const [first, ...others] = kinds.map((kind) => ({
    records: recordsOf(collections, kind),
    pipeline: [
      { $match: unsettledFilter(kind) },
      { $limit: 1 },
      { $project: { _id: 0, kind: { $literal: kind.name } } },
    ],
  }));
  if (first === undefined) return [];
  const unions = others.map(({ records, pipeline }) => ({
    $unionWith: { coll: records.collectionName, pipeline },
  }));
  const found = await first.records
    .aggregate<{ kind: string }>([...first.pipeline, ...unions], ONE_READ)
    .toArray();
  return found.map(({ kind }) => kind);
};

const clashingFilter = (kind: AnyKind): Document => ({
  [RECORD.form]: { $gte: clashingMark(kind), $lt: settledMark(kind) },
});
