import { useLocation } from 'preact-iso/router';
import { PAGES } from '../pages/registry.js';
import { ROOT } from '../place.js';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';

/** The pages on which this caller has something to see. */
export const Nav = () => {
  const api = useApi();
  const { path } = useLocation();
  const here = path.slice(ROOT.length).split('/')[0];
  return (
    <nav class="pages" aria-label={texts.pagesOfConsole}>
      <ul>
        {PAGES.filter((page) => page.isFor(api)).map((page) => (
          <li key={page.path}>
            <a
              href={api.href(page.path)}
              aria-current={page.path === here ? 'page' : undefined}
              aria-keyshortcuts={`g ${page.letter}`}
            >
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};
