import { type AnyKind, clashingMark, settledMark } from '@govgate/ports';
import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { isDuplicateKey } from '../driver/port-errors.js';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD, type RecordDocument, TENANT_HEAD, type TenantHeadDocument } from '../kinds/documents.js';
import { tenantHeadKey } from '../kinds/keys.js';
import { encodeRecord, recordOf } from '../kinds/record-document.js';

/** The parts of a document needed to derive the rest again. */
export const DERIVED_FROM = {
  [RECORD.text]: 1,
  [RECORD.shape]: 1,
  [RECORD.uniques]: 1,
  [RECORD.token]: 1,
  [RECORD.tenantId]: 1,
} as const;
export type Derivable = Pick<RecordDocument, '_id' | keyof typeof DERIVED_FROM>;

/** Nothing else runs while documents are encoded: so many characters of records at once, one document at least. */
const LONGEST_STEP = 200_000;

/**
 * Derives a document's projections again. Each is written only if unchanged since it was read: another process that wrote it meanwhile used
 * its own form, and if that is an older one, the document is looked at again.
 */
export const deriveAgain = async (
  collections: Collections,
  kind: AnyKind,
  found: readonly Derivable[],
): Promise<void> => {
  for (const some of stepsOf(found)) await deriveSome(collections, kind, some);
  await moveRevisions(collections, kind, new Set(found.map((document) => document[RECORD.tenantId])));
};

const stepsOf = (found: readonly Derivable[]): Derivable[][] => {
  const steps: Derivable[][] = [];
  let read = LONGEST_STEP;
  for (const document of found) {
    if (read >= LONGEST_STEP) {
      steps.push([]);
      read = 0;
    }
    steps.at(-1)?.push(document);
    read += document[RECORD.text].length;
  }
  return steps;
};

const deriveSome = async (
  collections: Collections,
  kind: AnyKind,
  found: readonly Derivable[],
): Promise<void> => {
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

// Values the document already holds it may keep; for new ones another document may be the holder.
type Uniques = RecordDocument[typeof RECORD.uniques];

const heldOf = (wanted: Uniques, held: Uniques = {}): Uniques =>
  Object.fromEntries(Object.entries(wanted).filter(([unique, value]) => held[unique] === value));

/** Writes, and returns the places of documents whose unique values another document holds. */
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

// Cached answers may lack what an older process wrote.
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
