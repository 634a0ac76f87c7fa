import { ONE_READ } from './reader.js';
import { type AnyWhere, type KindRecords, pinned } from './record-pages.js';
import { fieldOf, scopeFilter, whereConditions } from './where-filter.js';

/** How many records have each value of an attribute. */
export const countsOf = async (
  { records, kind, scope }: KindRecords,
  attribute: string,
  where: AnyWhere,
): Promise<ReadonlyMap<string | number, number>> => {
  const filter = scopeFilter(kind, scope, whereConditions(kind, where));
  // Where nothing is selected, an index that holds the attribute.
  const order = where === undefined ? ({ by: attribute, direction: 'asc' } as const) : 'none';
  const counts = await records
    .aggregate<{ _id: string | number; count: number }>(
      [{ $match: filter }, { $group: { _id: `$${fieldOf(kind, attribute)}`, count: { $sum: 1 } } }],
      { ...ONE_READ, ...pinned(kind, where, order) },
    )
    .toArray();
  return new Map(counts.map(({ _id, count }) => [_id, count]));
};
