import { type AnyKind, type CountedPage, type CountedQuery, pageOfPlaces, type Stored } from '@govgate/ports';
import type { AggregateOptions, ClientSession, Collection, Document } from 'mongodb';
import { type Collections, recordsOf } from '../kinds/collections.js';
import { RECORD, type RecordDocument } from '../kinds/documents.js';
import { keyIn } from '../kinds/keys.js';
import { STORED_FIELDS, storedOf } from '../kinds/record-document.js';
import { ONE_READ } from './reader.js';
import { type AnyWhere, BY_ID, pinned } from './record-pages.js';
import { fieldOf, scopeFilter, whereConditions } from './where-filter.js';

export type AnyCounted = CountedQuery<AnyKind, AnyKind>;

/** A page ordered by counts of another kind, from one snapshot. No such order is kept: the query names what is meant (ADR 64). */
export const pageByCount = async (
  collections: Collections,
  kind: AnyKind,
  scope: object,
  { where, counted, ...asked }: AnyCounted,
  session: ClientSession,
): Promise<CountedPage<never>> => {
  const records = recordsOf(collections, kind);
  const filter = scopeFilter(kind, scope, whereConditions(kind, where));
  const named = records.find(filter, {
    session,
    ...pinned(kind, where, BY_ID),
    projection: { _id: 0, [RECORD.id]: 1 },
  });
  const ids = (await named.sort({ [RECORD.id]: 1 }).toArray()).map((document) => String(document[RECORD.id]));
  // "" stands for none: the index keeps the others contiguous.
  const some = { range: { attribute: counted.by as string, from: '\0' } } as AnyWhere;
  const counting = { attribute: counted.by as string, where: some };
  const counts = await countsOf(recordsOf(collections, counted.kind), counted.kind, counted.scope, counting, {
    session,
  });
  const { shown, more } = pageOfPlaces(ids, counts, asked);
  const keys = shown.map(({ id }) => keyIn(kind, scope, id));
  const found = await records
    .find({ _id: { $in: keys } }, { session, projection: { ...STORED_FIELDS, [RECORD.id]: 1 } })
    .toArray();
  const byId = new Map(found.map((document) => [document[RECORD.id], document]));
  return {
    items: shown.flatMap(({ id }) => {
      const document = byId.get(id);
      return document === undefined ? [] : [storedOf<AnyKind>(kind, document) as Stored<never>];
    }),
    totalCount: ids.length,
    more,
    last: shown.at(-1),
  };
};

/** How many records have each value. */
export const countsOf = async (
  records: Collection<RecordDocument>,
  kind: AnyKind,
  scope: object,
  { attribute, where }: { readonly attribute: string; readonly where: AnyWhere },
  how: AggregateOptions = ONE_READ,
): Promise<ReadonlyMap<string | number, number>> => {
  const filter = scopeFilter(kind, scope, whereConditions(kind, where));
  const counts = await records
    .aggregate<{ _id: string | number; count: number }>(
      [{ $match: filter }, { $group: { _id: `$${fieldOf(kind, attribute)}`, count: { $sum: 1 } } }],
      { ...how, ...pinnedFor(kind, where, attribute) },
    )
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
};

/** The index to reckon an attribute from: where nothing is selected, one that holds it. */
export const pinnedFor = (kind: AnyKind, where: AnyWhere, attribute: string): { hint?: Document } =>
  pinned(kind, where, where === undefined ? { by: attribute, direction: 'asc' } : 'none');
