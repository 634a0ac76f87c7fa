import type { AnyKind, Page, Query, RecordFor, ScopeOfKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** A page of a list, and how many records the list has. */
export interface CountedPage<T> extends Page<T> {
  readonly totalCount: number;
}

/** Reads a page and counts its list, unless the page is all of it. */
export const countedPage = async <K extends AnyKind>(
  records: Ports['records'],
  kind: K,
  scope: ScopeOfKind<K>,
  query: Query<K>,
): Promise<CountedPage<RecordFor<K>>> => {
  const page = await records.page(kind, scope, query);
  const isWhole = query.after === undefined && !page.more;
  const totalCount = isWhole ? page.items.length : await records.count(kind, scope, query.where);
  return { ...page, totalCount };
};
