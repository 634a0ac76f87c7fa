import { useLocation } from 'preact-iso/router';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';
import type { Page } from './list-page.js';

/** The total, and the link to the next page. Cursors only go forward; back is the browser's button. */
export const Pager = ({ path, page }: { readonly path: string; readonly page: Page<unknown> }) => {
  const api = useApi();
  const { query } = useLocation();
  const { cursor, ...rest } = query;
  return (
    <nav class="pager" aria-label={texts.pages}>
      <span>
        {page.total === undefined
          ? texts.shown(page.items.length)
          : texts.shownOf(page.items.length, page.total, page.isAtLeast)}
      </span>
      {cursor !== undefined && <a href={api.href(path, rest)}>{texts.firstPage}</a>}
      {page.next !== undefined && (
        <a rel="next" href={api.href(path, { ...rest, cursor: page.next })}>
          {texts.nextPage}
        </a>
      )}
    </nav>
  );
};
