import { type AnyKind, clashingMark, settledMark } from '@govgate/ports';
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { isDuplicateKey } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD, type RecordDocument, TENANT_HEAD, type TenantHeadDocument } from '../kinds/documents.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { encodeRecord, recordOf } from '../kinds/record-document.js';

/** What of a document it takes to derive the rest again. */
export const DERIVED_FROM = {
  [RECORD.text]: 1,
  [RECORD.shape]: 1,
  [RECORD.uniques]: 1,
  [RECORD.token]: 1,
  [RECORD.tenantId]: 1,
} as const;
export type Derivable = Pick<RecordDocument, '_id' | keyof typeof DERIVED_FROM>;

/**
 * Derives again what lists need of documents. Each is written only as it was read: another process that wrote it meanwhile wrote it in its
 * own form, and it is looked at again where that is an older one.
 */
export const deriveAgain = async (
  collections: Collections,
  kind: AnyKind,
  found: readonly Derivable[],
): Promise<void> => {
  if (found.length === 0) return;
  const derived = found.map((document) => ({ document, fields: projectionsOf(kind, document) }));
  const clashing = await write(
    collections,
    kind,
    derived.map(({ document, fields }) =>
      updateOf(document, { ...fields, [RECORD.form]: settledMark(kind) }),
    ),
  );
  const again = derived.filter((_, index) => clashing.has(index));
  await write(
    collections,
    kind,
    again.map(({ document, fields }) =>
      updateOf(document, {
        ...fields,
        [RECORD.uniques]: heldOf(fields[RECORD.uniques], document[RECORD.uniques]),
        [RECORD.form]: clashingMark(kind),
      }),
    ),
  );
  await moveRevisions(collections, kind, new Set(found.map((document) => document[RECORD.tenantId])));
};

type ProjectedFields = Pick<
  RecordDocument,
  typeof RECORD.attributes | typeof RECORD.memberships | typeof RECORD.uniques
>;

const projectionsOf = (kind: AnyKind, document: Derivable): ProjectedFields => {
  const encoded = encodeRecord(kind, recordOf(kind, document));
  return {
    [RECORD.attributes]: encoded[RECORD.attributes],
    [RECORD.memberships]: encoded[RECORD.memberships],
    [RECORD.uniques]: encoded[RECORD.uniques],
  };
};

const updateOf = (
  document: Derivable,
  $set: ProjectedFields & Pick<RecordDocument, typeof RECORD.form>,
): AnyBulkWriteOperation<RecordDocument> => ({
  updateOne: {
    filter: { _id: document._id, [RECORD.token]: document[RECORD.token] },
    update: { $set },
  },
});

// What the document holds already it may keep; what is new to it is another one's.
type Uniques = RecordDocument[typeof RECORD.uniques];

const heldOf = (wanted: Uniques, held: Uniques = {}): Uniques =>
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
  const $inc = { [TENANT_HEAD.content]: 1, [TENANT_HEAD.authorization]: kind.authorization ? 1 : 0 };
  const keys = [...tenants].filter((tenantId) => tenantId !== '').map(tenantHeadKey);
  if (keys.length > 0)
    await (heads as unknown as Collection<TenantHeadDocument>).updateMany({ _id: { $in: keys } }, { $inc });
};
