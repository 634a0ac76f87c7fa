import {
  type AnyKind,
  type CountedPage,
  type CountedQuery,
  type Order,
  pageOfPlaces,
  type Stored,
  type Where,
} from '@govgate/ports';
import type { AggregateOptions, ClientSession, Collection } from 'mongodb';
import { type Collections, recordsOf } from '../kinds/collections.js';
import type { RecordDocument } from '../kinds/documents.js';
import { keyIn } from '../kinds/keys.js';
import { STORED_FIELDS, storedOf } from '../kinds/record-document.js';
import { pinned } from './pinned.js';
import { ONE_READ } from './reader.js';
import { fieldOf, scopeFilter, whereConditions } from './where-filter.js';

type AnyWhere = Where<AnyKind> | undefined;
const BY_ID: Order<AnyKind> = { by: 'id', direction: 'asc' };

export type AnyCounted = CountedQuery<AnyKind, AnyKind>;

/** A page in the order of what is counted of another kind, of one snapshot. No such order is kept: it names what is meant (ADR 64). */
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
    projection: { _id: 0, i: 1 },
  });
  const ids = (await named.sort({ i: 1 }).toArray()).map(({ i }) => String(i));
  // "" stands for none: the index holds the others side by side.
  const some = { range: { attribute: counted.by as string, from: '\0' } } as AnyWhere;
  const counting = { attribute: counted.by as string, where: some };
  const counts = await countsOf(recordsOf(collections, counted.kind), counted.kind, counted.scope, counting, {
    session,
  });
  const { shown, more } = pageOfPlaces(ids, counts, asked);
  const keys = shown.map(({ id }) => keyIn(kind, scope, id));
  const found = await records
    .find({ _id: { $in: keys } }, { session, projection: { ...STORED_FIELDS, i: 1 } })
    .toArray();
  const byId = new Map(found.map((document) => [document.i, document]));
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

/** How many records there are by each value. */
export const countsOf = async (
  records: Collection<RecordDocument>,
  kind: AnyKind,
  scope: object,
  { attribute, where }: { readonly attribute: string; readonly where: AnyWhere },
  how: AggregateOptions = ONE_READ,
): Promise<ReadonlyMap<string | number, number>> => {
  const filter = scopeFilter(kind, scope, whereConditions(kind, where));
  const counts = await records
    .aggregate<{ _id: string | number; n: number }>(
      [{ $match: filter }, { $group: { _id: `$${fieldOf(kind, attribute)}`, n: { $sum: 1 } } }],
      { ...how, ...pinned(kind, where, 'none') },
    )
    .toArray();
  return new Map(counts.map(({ _id, n }) => [_id, n]));
};
