import type { Page } from './list-page.js';

/** A list as answered by the API, in either spelling. */
interface PageAnswer<Item> {
  readonly items: readonly Item[];
  readonly page:
    | {
        readonly total_count: number;
        readonly total_is_at_least?: boolean;
        readonly next_cursor?: string;
      }
    | { readonly totalCount: number; readonly nextCursor?: string };
}

/** A page of a list, whichever way its parts are spelled. */
export const pageOf = <Item>({ items, page }: PageAnswer<Item>): Page<Item> =>
  'total_count' in page
    ? { items, total: page.total_count, isAtLeast: page.total_is_at_least, next: page.next_cursor }
    : { items, total: page.totalCount, next: page.nextCursor };
