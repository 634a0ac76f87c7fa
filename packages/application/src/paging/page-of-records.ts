import { ok, type Result, refuse, searchText } from '@govgate/domain';
import {
  type AnyKind,
  isRecordSort,
  type Order,
  orderOf,
  type RecordFor,
  type RecordSort,
  type ScopeOfKind,
  type Stored,
  type Where,
} from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { countedPage } from './counted-page.js';
import { placeIn } from './every-record.js';
import type { ListQuestion, PageTokens } from './page-tokens.js';

/** Size limit of a page, however many records were requested: so no answer is longer than 4 MB, and none takes long to make. */
export const PAGE_BYTES = 2 * 1024 * 1024;

/** What every list of records can be asked (docs/spec/conventions.md#lists). */
export interface ListOptions {
  /** Part of the id or name, as the caller wrote it. */
  readonly q?: string | undefined;
  /** Default: by id upwards. */
  readonly sort?: RecordSort | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** A list of records, and what of it is asked for. */
export interface RecordList<K extends AnyKind> {
  readonly kind: K;
  readonly scope: ScopeOfKind<K>;
  /** `sort` and `q` are added to it. */
  readonly question: Omit<ListQuestion, 'sort'>;
  readonly where: Where<K>;
  readonly options: ListOptions;
}

/** A page of records with what its answer says about it. */
export interface PageOfRecords<T> {
  readonly items: readonly Stored<T>[];
  readonly page: { readonly limit: number; readonly totalCount: number; readonly nextCursor?: string };
}

/** Reads one page of a list, and seals the place where the next one starts. */
export const pageOfRecords = async <K extends AnyKind>(
  { records }: Pick<Ports, 'records'>,
  tokens: PageTokens,
  { kind, scope, question: { filters, ...list }, where, options }: RecordList<K>,
): Promise<Result<PageOfRecords<RecordFor<K>>>> => {
  const { q, sort, limit, cursor } = options;
  if (sort !== undefined && !isRecordSort(kind, sort)) return refuse('invalid_sort', 'sort');
  const question = { ...list, filters: withSearch(filters, q), sort: sort ?? 'id' };
  const position = tokens.read(question, cursor, 'cursor');
  if (!position.ok) return position;
  const order = sort === undefined ? undefined : (orderOf(sort) as Order<K>);
  const page = await countedPage(records, kind, scope, {
    where: { ...where, ...nameContains(q) },
    limit,
    mostBytes: PAGE_BYTES,
    ...(order === undefined ? {} : { order }),
    ...(position.value === undefined ? {} : { after: position.value }),
  });
  const last = page.items.at(-1);
  const next =
    page.more && last !== undefined
      ? { nextCursor: tokens.write(question, placeIn(kind, order, last.record)) }
      : {};
  return ok({ items: page.items, page: { limit, totalCount: page.totalCount, ...next } });
};

/** The condition that a search for part of an id or name is. */
export const nameContains = (
  q: string | undefined,
): { readonly contains?: { readonly attribute: never; readonly text: string } } =>
  q === undefined ? {} : { contains: { attribute: 'name' as never, text: searchText(q) } };

/** The filters of a list's question with its search. */
export const withSearch = (
  filters: ListQuestion['filters'],
  q: string | undefined,
): ListQuestion['filters'] => (q === undefined ? filters : { ...filters, q });
