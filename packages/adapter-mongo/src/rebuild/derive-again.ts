import { type AnyKind, clashingMark, FIRST_SHAPE, inTodaysShape, settledMark } from '@govgate/ports';
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { isDuplicateKey } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import type { RecordDocument, TenantHeadDocument } from '../kinds/documents.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { encodeRecord } from '../kinds/record-document.js';

/** What of a document it takes to derive the rest again. */
export type Derivable = Pick<RecordDocument, '_id' | 't' | 'r' | 's' | 'u' | 'w'>;
export const DERIVED_FROM = { r: 1, s: 1, u: 1, w: 1, t: 1 } as const;

/**
 * Derives again what lists need of documents. Each is written only as it was read: whoever wrote it meanwhile wrote it in their
 * own form, and it is looked at again where that is an older one.
 */
export const deriveAgain = async (
  collections: Collections,
  kind: AnyKind,
  found: readonly Derivable[],
): Promise<void> => {
  if (found.length === 0) return;
  const derived = found.map((document) => ({ document, ...encodedOf(kind, document) }));
  const clashing = await write(
    collections,
    kind,
    derived.map(({ document, a, m, u }) => updateOf(document, { a, m, u, p: settledMark(kind) })),
  );
  const again = derived.filter((_, index) => clashing.has(index));
  await write(
    collections,
    kind,
    again.map(({ document, a, m, u }) =>
      updateOf(document, { a, m, u: heldOf(u, document.u), p: clashingMark(kind) }),
    ),
  );
  await moveRevisions(collections, kind, new Set(found.map(({ t }) => t)));
};

const encodedOf = (kind: AnyKind, { r, s = FIRST_SHAPE }: Derivable) =>
  encodeRecord(kind, inTodaysShape(kind, s, JSON.parse(r)));

type Fields = Partial<Pick<RecordDocument, 'a' | 'm' | 'u' | 'p'>>;

const updateOf = ({ _id, w }: Derivable, $set: Fields): AnyBulkWriteOperation<RecordDocument> => ({
  updateOne: { filter: { _id, w }, update: { $set } },
});

// What the document holds already it may keep; what is new to it is another one's.
const heldOf = (wanted: RecordDocument['u'], held: RecordDocument['u'] = {}): RecordDocument['u'] =>
  Object.fromEntries(Object.entries(wanted).filter(([unique, value]) => held[unique] === value));

/** Writes, and gives the places of those whose unique values another document holds. */
const write = async (
  collections: Collections,
  kind: AnyKind,
  operations: readonly AnyBulkWriteOperation<RecordDocument>[],
): Promise<ReadonlySet<number>> => {
  if (operations.length === 0) return new Set();
  try {
    await recordsOf(collections, kind).bulkWrite(operations, { ordered: false });
    return new Set();
  } catch (error) {
    if (!isDuplicateKey(error) || !(error instanceof MongoBulkWriteError)) throw error;
    return new Set([error.writeErrors].flat().map(({ index }) => index));
  }
};

// Answers that were made ready meanwhile may lack what a process of an older version wrote.
const moveRevisions = async (
  { heads }: Collections,
  kind: AnyKind,
  tenants: ReadonlySet<string>,
): Promise<void> => {
  const $inc = { c: 1, z: kind.authorization ? 1 : 0 };
  const keys = [...tenants].filter((tenantId) => tenantId !== '').map(tenantHeadKey);
  if (keys.length > 0)
    await (heads as unknown as Collection<TenantHeadDocument>).updateMany({ _id: { $in: keys } }, { $inc });
};
