import {
  type AnyBulkWriteOperation,
  type ClientSession,
  type Collection,
  type Document,
  MongoBulkWriteError,
  MongoServerError,
  type OptionalUnlessRequiredId,
} from 'mongodb';
import { isDuplicateKey, isTransient } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import type { GroupDraft } from './group-draft.js';
import type { WriteList } from './write-list.js';

const PART = 1_000;
const DOCUMENT_VALIDATION_FAILURE = 121;

/** A write found something other than the transaction had read: somebody was faster, and the next attempt reads again. */
export class RaceLost extends Error {
  override readonly name = 'RaceLost';
}

/** What a write is about, as far as its refusal depends on it. */
export type WrittenThing = 'record' | 'event' | 'outbox entry' | 'other';

/** The server refused one unit of the group. */
export class UnitRefused extends Error {
  override readonly name = 'UnitRefused';

  constructor(
    readonly owner: number,
    readonly what: WrittenThing,
    options: { readonly cause: MongoServerError },
  ) {
    super('the server refused a write of one unit', options);
  }
}

/** Writes everything in a draft but its events. Heads come first, so that a lost race is cheap. */
export const applyState = async (
  collections: Collections,
  session: ClientSession,
  draft: GroupDraft,
): Promise<void> => {
  await apply(collections.heads, session, draft.heads(), 'other');
  for (const [kind, list] of draft.records)
    await apply(recordsOf(collections, kind), session, list, 'record');
  await apply(collections.revocations, session, draft.revocations, 'other');
  await apply(collections.outbox, session, draft.outbox, 'outbox entry');
};

/** Writes the events of a draft. */
export const applyAudit = (
  collections: Collections,
  session: ClientSession,
  draft: GroupDraft,
): Promise<void> => apply(collections.audit, session, draft.audit, 'event');

/** Whether the transaction may succeed when retried from its start. */
export const mayTryAgain = (error: unknown): boolean => error instanceof RaceLost || isTransient(error);

const apply = async <D extends Document>(
  collection: Collection<D>,
  session: ClientSession,
  list: WriteList<D>,
  what: WrittenThing,
): Promise<void> => {
  for (let start = 0; start < list.operations.length; start += PART) {
    const part = list.part(start, PART);
    try {
      const met = await write(collection, session, part.operations);
      if (met < part.mustMeet) throw new RaceLost();
    } catch (error) {
      throw refusalOf(error, part.owners, what);
    }
  }
};

/** Writes, and returns how many documents matched. Most lists hold one operation, for which the driver's bulk write is too expensive. */
const write = async <D extends Document>(
  collection: Collection<D>,
  session: ClientSession,
  operations: readonly AnyBulkWriteOperation<D>[],
): Promise<number> => {
  const [only] = operations;
  if (only !== undefined && operations.length === 1) {
    if ('insertOne' in only) {
      await collection.insertOne(only.insertOne.document as OptionalUnlessRequiredId<D>, { session });
      return 0;
    }
    if ('replaceOne' in only) {
      const { filter, replacement, upsert = false } = only.replaceOne;
      return (await collection.replaceOne(filter, replacement, { session, upsert })).matchedCount;
    }
  }
  const { matchedCount, deletedCount } = await collection.bulkWrite(operations, { session, ordered: true });
  return matchedCount + deletedCount;
};

const refusalOf = (error: unknown, owners: readonly number[], what: WrittenThing): unknown => {
  if (!(error instanceof MongoServerError) || isTransient(error)) return error;
  const refused = refusedIndex(error);
  if (refused === undefined) return error;
  const owner = owners[refused] ?? -1;
  // No unit owns a head: another process created it meanwhile.
  return owner < 0 ? new RaceLost() : new UnitRefused(owner, what, { cause: error });
};

const refusedIndex = (error: MongoServerError): number | undefined => {
  if (error instanceof MongoBulkWriteError) return [error.writeErrors].flat()[0]?.index;
  return isDuplicateKey(error) || error.code === DOCUMENT_VALIDATION_FAILURE ? 0 : undefined;
};
