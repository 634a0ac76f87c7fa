import type { Outbox, OutboxEntry } from '@govgate/ports';
import { inChunks } from '../driver/in-chunks.js';
import type { Collections } from '../kinds/collections.js';
import type { OutboxDocument } from '../kinds/documents.js';
import { ONE_READ, type Reader } from './reader.js';

/** Work that commits promised. */
export const mongoOutbox = (collections: Collections, reader: Reader): Outbox => ({
  pending: (limit) =>
    reader.read(async () => {
      // To the database a limit of 0 is no limit.
      if (limit < 1) return [];
      const found = await collections.outbox
        .find({}, { ...ONE_READ, batchSize: limit + 1 })
        .sort({ o: 1 })
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

/** Where an entry stands: by its time, then by its tenant's commit, then by its place in it. */
export interface OutboxPlace {
  readonly commit: number;
  readonly index: number;
}

export const outboxDocumentOf = (entry: OutboxEntry, { commit, index }: OutboxPlace): OutboxDocument => ({
  _id: entry.entryId,
  o: `${entry.createdAt} ${digits(commit, 16)} ${digits(index, 8)}`,
  t: entry.tenantId,
  e: entry.environmentId,
  j: entry.job,
  si: entry.subjectId,
  rq: entry.requestId,
  at: entry.createdAt,
});

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

const entryOf = (document: OutboxDocument): OutboxEntry => ({
  entryId: document._id,
  tenantId: document.t,
  environmentId: document.e,
  job: document.j,
  subjectId: document.si,
  requestId: document.rq,
  createdAt: document.at,
});
