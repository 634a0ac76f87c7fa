import { type AnyKind, partitionOf, type RecordFor, type Stored } from '@govgate/ports';
import { RECORD, type RecordDocument } from './documents.js';
import { recordKey } from './keys.js';

/** What is derived from the record alone; version and transaction come with the write. */
export type EncodedRecord = Omit<RecordDocument, typeof RECORD.version | typeof RECORD.token>;

// A document may have 16 MiB; the remainder is for projections.
const LONGEST_TEXT = 12 * 1024 * 1024;

/** Turns a record into a document immediately, so that later changes to the caller's object have no effect. */
export const encodeRecord = (kind: AnyKind, record: unknown): EncodedRecord => {
  const { tenantId, environmentId } = partitionOf(kind, kind.scopeOf(record));
  const id = asText(kind, 'id', kind.idOf(record));
  const text = JSON.stringify(record);
  if (text.length > LONGEST_TEXT)
    throw new RangeError(`a record of kind ${kind.name} is too large to be stored`);
  return {
    _id: recordKey(tenantId, environmentId, id),
    [RECORD.tenantId]: tenantId,
    [RECORD.environmentId]: environmentId,
    [RECORD.id]: id,
    [RECORD.text]: text,
    [RECORD.attributes]: attributesOf(kind, record),
    [RECORD.memberships]: membershipsOf(kind, record),
    [RECORD.uniques]: uniquesOf(kind, record),
  };
};

/** The caller's own copy of a document's content. */
export const storedOf = <K extends AnyKind>(_kind: K, document: StoredFields): Stored<RecordFor<K>> => ({
  record: JSON.parse(document[RECORD.text]) as RecordFor<K>,
  version: document[RECORD.version],
});

/** The fields `storedOf` needs. */
export const STORED_FIELDS = { _id: 0, [RECORD.text]: 1, [RECORD.version]: 1 } as const;
export type StoredFields = Pick<RecordDocument, typeof RECORD.text | typeof RECORD.version>;

const attributesOf = (kind: AnyKind, record: unknown): Record<string, string | number> => {
  const values: Record<string, string | number> = {};
  for (const [name, { type, of }] of Object.entries(kind.attributes as AnyAttributes)) {
    const value = of(record);
    const fits = type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value);
    if (!fits) throw new TypeError(`attribute ${name} of kind ${kind.name} is no ${type}`);
    values[name] = value;
  }
  return values;
};

type AnyAttributes = Readonly<
  Record<string, { readonly type: 'text' | 'integer'; readonly of: (record: unknown) => string | number }>
>;

const membershipsOf = (kind: AnyKind, record: unknown): Record<string, readonly string[]> => {
  const members: Record<string, readonly string[]> = {};
  for (const [name, of] of Object.entries(kind.memberships))
    members[name] = [...new Set(of(record).map((member) => asText(kind, name, member)))];
  return members;
};

const uniquesOf = (kind: AnyKind, record: unknown): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const [name, of] of Object.entries(kind.uniques)) {
    const value = of(record);
    if (value !== null) values[name] = asText(kind, name, value);
  }
  return values;
};

const asText = (kind: AnyKind, what: string, value: unknown): string => {
  if (typeof value === 'string') return value;
  throw new TypeError(`${what} of kind ${kind.name} is no text`);
};
