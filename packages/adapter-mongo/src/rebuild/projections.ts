import { type AnyKind, clashingMark, type KindBehind, type Projections, settledMark } from '@govgate/ports';
import type { Document } from 'mongodb';
import { isDuplicateKey } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD } from '../kinds/documents.js';
import { ONE_READ, type Reader } from '../read/reader.js';
import { DERIVED_FROM, deriveAgain } from './derive-again.js';
import { behindFilter } from './keep-in-line-on.js';

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
      const all = await Promise.all(
        kinds.map(
          async (kind): Promise<KindBehind> => ({
            kind: kind.name,
            left: await count(kind, behindFilter(kind)),
            clashing: await count(kind, clashingFilter(kind)),
          }),
        ),
      );
      return all.filter(({ left, clashing }) => left + clashing > 0);
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

const clashingFilter = (kind: AnyKind): Document => ({
  [RECORD.form]: { $gte: clashingMark(kind), $lt: settledMark(kind) },
});
