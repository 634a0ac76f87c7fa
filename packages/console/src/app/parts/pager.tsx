import { useAddress } from '../state/address.js';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';
import type { Page } from './list-page.js';

// Cursors only go forward: what came before is known for the pages that were passed in this tab.
const before = new Map<string, string>();

/** The total, and the links to the pages before and after. */
export const Pager = ({ path, page }: { readonly path: string; readonly page: Page<unknown> }) => {
  const { href } = useApi();
  const { query } = useAddress();
  const { cursor = '', ...rest } = query;
  if (page.next !== undefined) before.set(page.next, cursor);
  const previous = before.get(cursor);
  return (
    <nav className="pager" aria-label={texts.pages}>
      <span>
        {page.total === undefined
          ? texts.shown(page.items.length)
          : texts.shownOf(page.items.length, page.total, page.isAtLeast)}
      </span>
      {cursor !== '' && <a href={href(path, rest)}>{texts.firstPage}</a>}
      {previous !== undefined && (
        <a rel="prev" href={href(path, { ...rest, cursor: previous })}>
          {texts.previousPage}
        </a>
      )}
      {page.next !== undefined && (
        <a rel="next" href={href(path, { ...rest, cursor: page.next })}>
          {texts.nextPage}
        </a>
      )}
    </nav>
  );
};
