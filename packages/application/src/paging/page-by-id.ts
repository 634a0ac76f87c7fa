import { ok, type Result } from '@govgate/domain';
import type { AnyKind, RecordFor, ScopeOfKind, Stored, Where } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import type { ListQuestion, PageTokens } from './page-tokens.js';

/** Size limit of a page, however many records were requested: so no answer is longer than 4 MB, and none takes long to make. */
export const PAGE_BYTES = 2 * 1024 * 1024;

/** The parameters of a list by id. */
export interface PageByIdAsked<K extends AnyKind> {
  readonly kind: K;
  readonly scope: ScopeOfKind<K>;
  readonly question: ListQuestion;
  readonly where: Where<K>;
  readonly limit: number;
  readonly cursor: string | undefined;
}

/** A page of records with what its answer says about it. */
export interface PageById<T> {
  readonly items: readonly Stored<T>[];
  readonly page: { readonly limit: number; readonly totalCount: number; readonly nextCursor?: string };
}

/** Reads one page of a list by ascending id, and seals the place where the next one starts. */
export const pageById = async <K extends AnyKind>(
  { records }: Pick<Ports, 'records'>,
  tokens: PageTokens,
  { kind, scope, question, where, limit, cursor }: PageByIdAsked<K>,
): Promise<Result<PageById<RecordFor<K>>>> => {
  const place = tokens.read(question, cursor, 'cursor');
  if (!place.ok) return place;
  const page = await records.page(kind, scope, {
    where,
    limit,
    mostBytes: PAGE_BYTES,
    ...(place.value === undefined ? {} : { after: place.value }),
  });
  const last = page.items.at(-1);
  const id = last === undefined ? '' : kind.idOf(last.record);
  const next = page.more ? { nextCursor: tokens.write(question, { value: id, id }) } : {};
  return ok({ items: page.items, page: { limit, totalCount: page.totalCount, ...next } });
};
