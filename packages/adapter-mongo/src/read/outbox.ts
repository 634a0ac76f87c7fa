import type { Outbox, OutboxEntry } from '@govgate/ports';
import { inChunks } from '../driver/in-chunks.js';
import type { Collections } from '../kinds/collections.js';
import { OUTBOX, type OutboxDocument } from '../kinds/documents.js';
import { ONE_READ, type Reader } from './reader.js';

/** Work promised by commits. */
export const mongoOutbox = (collections: Collections, reader: Reader): Outbox => ({
  pending: (limit) =>
    reader.read(async () => {
      // MongoDB reads a limit of 0 as no limit.
      if (limit < 1) return [];
      const found = await collections.outbox
        .find({}, { ...ONE_READ, batchSize: limit + 1 })
        .sort({ [OUTBOX.order]: 1 })
        .limit(limit)
        .toArray();
      return found.map(entryOf);
    }),
  markDone: (entryIds) =>
    reader.read(async () => {
      await inChunks(entryIds, async (some) => {
        await collections.outbox.deleteMany({ _id: { $in: some.map(String) } });
        return [];
      });
    }),
});

/** An entry's position: by its time, then its tenant's commit, then its place within it. */
export interface OutboxPosition {
  readonly commit: number;
  readonly index: number;
}

export const outboxDocumentOf = (entry: OutboxEntry, { commit, index }: OutboxPosition): OutboxDocument => ({
  _id: entry.entryId,
  [OUTBOX.order]: `${entry.createdAt} ${digits(commit, 16)} ${digits(index, 8)}`,
  [OUTBOX.tenantId]: entry.tenantId,
  [OUTBOX.environmentId]: entry.environmentId,
  [OUTBOX.job]: entry.job,
  [OUTBOX.subjectId]: entry.subjectId,
  [OUTBOX.requestId]: entry.requestId,
  [OUTBOX.createdAt]: entry.createdAt,
});

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

const entryOf = (document: OutboxDocument): OutboxEntry => ({
  entryId: document._id,
  tenantId: document[OUTBOX.tenantId],
  environmentId: document[OUTBOX.environmentId],
  job: document[OUTBOX.job],
  subjectId: document[OUTBOX.subjectId],
  requestId: document[OUTBOX.requestId],
  createdAt: document[OUTBOX.createdAt],
});
