import {
  type AnyKind,
  FIRST_SHAPE,
  inTodaysShape,
  partitionOf,
  type RecordFor,
  type Stored,
  settledMark,
  shapeOf,
} from '@govgate/ports';
import type { RecordDocument } from './documents.js';
import { recordKey } from './keys.js';

/** What a record says of itself; version, change counter and transaction come with the write. */
export type EncodedRecord = Omit<RecordDocument, 'v' | 'n' | 'w'>;

// A document may have 16 MiB; the rest is for the projections.
const LONGEST_TEXT = 12 * 1024 * 1024;

/** Turns a record into a document, at once, so that later changes of the caller's object do not count. */
export const encodeRecord = (kind: AnyKind, record: unknown): EncodedRecord => {
  const { tenantId, environmentId } = partitionOf(kind, kind.scopeOf(record));
  const id = asText(kind, 'id', kind.idOf(record));
  const text = JSON.stringify(record);
  if (text.length > LONGEST_TEXT)
    throw new RangeError(`a record of kind ${kind.name} is too large to be stored`);
  const shape = shapeOf(kind);
  return {
    _id: recordKey(tenantId, environmentId, id),
    t: tenantId,
    e: environmentId,
    i: id,
    r: text,
    a: attributesOf(kind, record),
    m: membershipsOf(kind, record),
    u: uniquesOf(kind, record),
    ...(shape === FIRST_SHAPE ? {} : { s: shape }),
    p: settledMark(kind),
  };
};

/** The caller's own copy of what a document holds. */
export const storedOf = <K extends AnyKind>(kind: K, { r, v, s }: StoredFields): Stored<RecordFor<K>> => ({
  record: inTodaysShape(kind, s ?? FIRST_SHAPE, JSON.parse(r)) as RecordFor<K>,
  version: v,
});

/** The fields that `storedOf` needs. */
export const STORED_FIELDS = { _id: 0, r: 1, v: 1, s: 1 } as const;
export type StoredFields = Pick<RecordDocument, 'r' | 'v' | 's'>;

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
