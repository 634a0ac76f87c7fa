import type { AuditCheckpoint } from '@govgate/domain';
import type { AuditTrail, CheckpointQuery, KeptLevel, KeptSubtree } from '@govgate/ports';
import type { AnyBulkWriteOperation, Document } from 'mongodb';
import { inChunks } from '../driver/in-chunks.js';
import { isDuplicateKey } from '../driver/port-errors.js';
import type { Collections } from '../kinds/collections.js';
import { NOTE, type NoteDocument, SUBTREE, type SubtreeDocument } from '../kinds/documents.js';
import { noteKey, subtreeKey } from '../kinds/keys.js';
import { ONE_READ, type Reader } from './reader.js';
import { levelFilter, subtreeFields } from './subtree-document.js';
import { typed } from './where-filter.js';

/** Signing a long trail for the first time keeps many subtrees at once. */
const KEEPING_MS = 30_000;
const KEEPING_TRIES = 4;

type CheckpointKeeping = Pick<
  AuditTrail,
  'subtrees' | 'subtreeAt' | 'checkpoints' | 'countCheckpoints' | 'addCheckpoint'
>;

/** Checkpoints, and the kept subtrees of the trails' Merkle trees. */
export const mongoCheckpoints = (collections: Collections, reader: Reader): CheckpointKeeping => ({
  subtrees: (tenantId, level, fromPlace, count) =>
    reader.read(async () => {
      const place = { $gte: typed(fromPlace), $lt: typed(fromPlace + count) };
      const found = await collections.subtrees
        .find({ ...levelFilter(tenantId, level), [SUBTREE.place]: place }, ONE_READ)
        .sort({ [SUBTREE.place]: 1 })
        .toArray();
      return found.map(subtreeOf);
    }),
  subtreeAt: (tenantId, instant) =>
    reader.read(async () => {
      const [found] = await collections.subtrees
        .find({ ...levelFilter(tenantId, 8), [SUBTREE.latest]: { $gte: typed(instant) } }, ONE_READ)
        .sort({ [SUBTREE.latest]: 1, [SUBTREE.place]: 1 })
        .limit(1)
        .toArray();
      return found === undefined ? undefined : subtreeOf(found);
    }),
  checkpoints: (tenantId, query) =>
    reader.read(async () => {
      const way = query.direction === 'asc' ? 1 : -1;
      const found = await collections.notes
        .find({ [NOTE.tenantId]: typed(tenantId), ...behind(query) }, ONE_READ)
        .sort({ [NOTE.size]: way, [NOTE.keyId]: way })
        .limit(query.limit)
        .toArray();
      return found.map(checkpointOf);
    }),
  countCheckpoints: (tenantId) =>
    reader.read(() => collections.notes.countDocuments({ [NOTE.tenantId]: typed(tenantId) }, ONE_READ)),
  addCheckpoint: (checkpoint, subtrees) =>
    reader.read(() => keep(collections, checkpoint, subtrees), KEEPING_MS),
});

// Subtrees first: they describe existing events, with or without their checkpoint.
const keep = async (
  collections: Collections,
  checkpoint: AuditCheckpoint,
  subtrees: readonly KeptSubtree[],
): Promise<void> => {
  await inChunks(subtrees, async (some) => {
    await again(() => keepSubtrees(collections, checkpoint.tenantId, some));
    return [];
  });
  await again(() => keepNote(collections, checkpoint));
};

const behind = ({ direction, after }: CheckpointQuery): Document => {
  if (after === undefined) return {};
  const beyond = direction === 'asc' ? '$gt' : '$lt';
  const size = typed(after.size);
  return {
    [NOTE.size]: { [`${beyond}e`]: size },
    $or: [
      { [NOTE.size]: { [beyond]: size } },
      { [NOTE.size]: size, [NOTE.keyId]: { [beyond]: typed(after.keyId) } },
    ],
  };
};

const keepNote = async (
  { notes }: Collections,
  { tenantId, size, keyId, note }: AuditCheckpoint,
): Promise<void> => {
  const $setOnInsert = {
    [NOTE.tenantId]: tenantId,
    [NOTE.size]: size,
    [NOTE.keyId]: keyId,
    [NOTE.note]: note,
  };
  await notes.updateOne({ _id: noteKey(tenantId, size, keyId) }, { $setOnInsert }, { upsert: true });
};

const keepSubtrees = async (
  { subtrees }: Collections,
  tenantId: string,
  some: readonly KeptSubtree[],
): Promise<void> => {
  const writes = some.map(
    (subtree): AnyBulkWriteOperation<SubtreeDocument> => ({
      replaceOne: {
        filter: { _id: subtreeKey(tenantId, subtree.level, subtree.place) },
        replacement: subtreeFields(tenantId, subtree),
        upsert: true,
      },
    }),
  );
  await subtrees.bulkWrite(writes, { ordered: false });
};

// Of two writing the same document at once, one finds it there, and succeeds on its next attempt.
const again = async (work: () => Promise<void>): Promise<void> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateKey(error) || tried === KEEPING_TRIES) throw error;
    }
  }
};

const subtreeOf = (document: SubtreeDocument): KeptSubtree => ({
  level: document[SUBTREE.level] as KeptLevel,
  place: document[SUBTREE.place],
  hash: document[SUBTREE.hash],
  latest: document[SUBTREE.latest],
});

const checkpointOf = (document: NoteDocument): AuditCheckpoint => ({
  tenantId: document[NOTE.tenantId],
  size: document[NOTE.size],
  keyId: document[NOTE.keyId],
  note: document[NOTE.note],
});
