import {
  type AnyKind,
  accessPath,
  type Order,
  type Page,
  type Query,
  type Stored,
  type Where,
} from '@govgate/ports';
import type { Collection, Document, FindOptions } from 'mongodb';
import { RECORD, type RecordDocument } from '../kinds/documents.js';
import { pathKey } from '../kinds/indexes.js';
import { STORED_FIELDS, storedOf } from '../kinds/record-document.js';
import { partsBehind } from './page-parts.js';
import { scopeFilter, sortOf, whereConditions } from './where-filter.js';

export type AnyQuery = Query<AnyKind>;
export type AnyWhere = Where<AnyKind> | undefined;

const BY_ID: Order<AnyKind> = { by: 'id', direction: 'asc' };

/** The records of a kind in a scope. */
export interface KindRecords {
  readonly records: Collection<RecordDocument>;
  readonly kind: AnyKind;
  readonly scope: object;
}

/** A page, and whether others follow. */
export const pageOf = async (
  { records, kind, scope }: KindRecords,
  { where, order = BY_ID, after, limit: most, mostBytes = Number.POSITIVE_INFINITY }: AnyQuery,
  how: FindOptions,
): Promise<Page<never>> => {
  const items: Stored<never>[] = [];
  const conditions = whereConditions(kind, where);
  let bytes = 0;
  for (const part of partsBehind(kind, order, after)) {
    const limit = most + 1 - items.length;
    const filter = scopeFilter(kind, scope, [...conditions, ...part]);
    const cursor = records.find(filter, {
      ...how,
      ...pinned(kind, where, order),
      projection: STORED_FIELDS,
      batchSize: limit + 1,
    });
    // Stops as soon as there is enough: the first batch is at most 16 MB, and no second one is requested.
    for await (const document of cursor.sort(sortOf(kind, order)).limit(limit)) {
      bytes += Buffer.byteLength(document[RECORD.text]);
      const isEnough = items.length >= most || (items.length > 0 && bytes > mostBytes);
      if (isEnough) return { items, more: true };
      items.push(storedOf<AnyKind>(kind, document) as Stored<never>);
    }
  }
  return { items, more: false };
};

/**
 * The index to use: left alone, the planner tries several on the data at hand and keeps what was best for some other value. It chooses for
 * memberships, and for what several kinds of grants cover.
 */
export const pinned = (
  kind: AnyKind,
  where: AnyWhere,
  order: Order<AnyKind> | 'none',
): { hint?: Document } => {
  const access = accessPath(kind, where, order);
  if (access === undefined) return isSelective(where) ? {} : { hint: pathKey([], 1) };
  const isDown = order !== 'none' && order.by !== 'id' && order.direction === 'desc';
  return { hint: pathKey(access.path, isDown ? -1 : 1) };
};

const isSelective = ({ is = {}, has = {}, range, covered }: Where<AnyKind> = {}): boolean =>
  range !== undefined ||
  covered !== undefined ||
  [...Object.values(is), ...Object.values(has)].some((wanted) => wanted !== undefined);
