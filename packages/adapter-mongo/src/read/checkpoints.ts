import type { AuditCheckpoint, FormerCheckpoint } from '@govgate/domain';
import type { AuditTrail, CheckpointQuery, KeptLevel, KeptSubtree } from '@govgate/ports';
import type { AnyBulkWriteOperation, Document } from 'mongodb';
import { inChunks } from '../driver/in-chunks.js';
import { isDuplicateKey } from '../driver/port-errors.js';
import type { Collections } from '../kinds/collections.js';
import type { FormerCheckpointDocument, SubtreeDocument } from '../kinds/documents.js';
import { noteKey, subtreeKey } from '../kinds/keys.js';
import { ONE_READ, type Reader } from './reader.js';
import { typed } from './where-filter.js';

/** Many subtrees are kept at once where a long trail is signed for the first time. */
const KEEPING_MS = 30_000;
const KEEPING_TRIES = 4;

type CheckpointKeeping = Pick<
  AuditTrail,
  'subtrees' | 'subtreeAt' | 'checkpoints' | 'countCheckpoints' | 'addCheckpoint' | 'formerCheckpoints'
>;

/** Checkpoints, and the kept subtrees of the trails' trees. */
export const mongoCheckpoints = (collections: Collections, reader: Reader): CheckpointKeeping => ({
  subtrees: (tenantId, level, fromPlace, count) =>
    reader.read(async () => {
      const places = { $gte: typed(fromPlace), $lt: typed(fromPlace + count) };
      const found = await collections.subtrees
        .find({ t: typed(tenantId), l: typed(level), p: places }, ONE_READ)
        .sort({ p: 1 })
        .toArray();
      return found.map(subtreeOf);
    }),
  subtreeAt: (tenantId, instant) =>
    reader.read(async () => {
      const [found] = await collections.subtrees
        .find({ t: typed(tenantId), l: 8, at: { $gte: typed(instant) } }, ONE_READ)
        .sort({ at: 1, p: 1 })
        .limit(1)
        .toArray();
      return found === undefined ? undefined : subtreeOf(found);
    }),
  checkpoints: (tenantId, query) =>
    reader.read(async () => {
      const way = query.direction === 'asc' ? 1 : -1;
      const found = await collections.notes
        .find({ t: typed(tenantId), ...behind(query) }, ONE_READ)
        .sort({ n: way, k: way })
        .limit(query.limit)
        .toArray();
      return found.map(({ t, n, k, x }) => ({ tenantId: t, size: n, keyId: k, note: x }));
    }),
  countCheckpoints: (tenantId) =>
    reader.read(() => collections.notes.countDocuments({ t: typed(tenantId) }, ONE_READ)),
  // The subtrees first: they tell of events that are there, with or without the checkpoint that was to come with them.
  addCheckpoint: (checkpoint, subtrees) =>
    reader.read(async () => {
      await inChunks(subtrees, async (some) => {
        await again(() => keepSubtrees(collections, checkpoint.tenantId, some));
        return [];
      });
      await again(() => keepNote(collections, checkpoint));
    }, KEEPING_MS),
  formerCheckpoints: (tenantId) =>
    reader.read(async () => {
      const found = await collections.formerCheckpoints
        .find({ t: typed(tenantId) }, ONE_READ)
        .sort({ s: 1, at: 1 })
        .toArray();
      return found.map(formerOf);
    }),
});

const behind = ({ direction, after }: CheckpointQuery): Document => {
  if (after === undefined) return {};
  const beyond = direction === 'asc' ? '$gt' : '$lt';
  const size = typed(after.size);
  return {
    n: { [`${beyond}e`]: size },
    $or: [{ n: { [beyond]: size } }, { n: size, k: { [beyond]: typed(after.keyId) } }],
  };
};

const keepNote = async (
  { notes }: Collections,
  { tenantId: t, size: n, keyId: k, note: x }: AuditCheckpoint,
): Promise<void> => {
  await notes.updateOne({ _id: noteKey(t, n, k) }, { $setOnInsert: { t, n, k, x } }, { upsert: true });
};

const keepSubtrees = async (
  { subtrees }: Collections,
  tenantId: string,
  some: readonly KeptSubtree[],
): Promise<void> => {
  const writes = some.map(
    ({ level: l, place: p, hash: h, latest: at }): AnyBulkWriteOperation<SubtreeDocument> => ({
      replaceOne: {
        filter: { _id: subtreeKey(tenantId, l, p) },
        replacement: { t: tenantId, l, p, h, at },
        upsert: true,
      },
    }),
  );
  await subtrees.bulkWrite(writes, { ordered: false });
};

// Two that write the same document at once: one of them finds it there, and finds nothing wrong the next time.
const again = async (work: () => Promise<void>): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateKey(error) || tried === KEEPING_TRIES) throw error;
    }
  }
};

const subtreeOf = ({ l, p, h, at }: SubtreeDocument): KeptSubtree => ({
  level: l as KeptLevel,
  place: p,
  hash: h,
  latest: at,
});

const formerOf = ({ t, s, h, at, sig }: FormerCheckpointDocument): FormerCheckpoint => ({
  tenantId: t,
  sequence: s,
  hash: h,
  signedAt: at,
  signature: sig,
});
