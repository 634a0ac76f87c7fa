import { NavItem, NavList, PageSidebar, PageSidebarBody, Nav as Pages } from '@patternfly/react-core';
import { useOverview } from '../pages/overview/use-overview.js';
import { PAGES } from '../pages/registry.js';
import { waitingTotal } from '../pages/reviews/waiting-total.js';
import { ROOT } from '../place.js';
import { useAddress } from '../state/address.js';
import { useApi } from '../state/api.js';
import { texts } from '../texts.js';

/** The pages on which this caller has something to see. */
export const Nav = ({ isOpen }: { readonly isOpen: boolean }) => {
  const api = useApi();
  const { path } = useAddress();
  const here = path.slice(ROOT.length).split('/')[0];
  return (
    <PageSidebar isSidebarOpen={isOpen}>
      <PageSidebarBody>
        {isOpen && (
          <Pages aria-label={texts.pagesOfConsole}>
            <NavList>
              {PAGES.filter((page) => page.isFor(api)).map((page) => (
                <NavItem
                  key={page.path}
                  to={api.href(page.path)}
                  isActive={page.path === here}
                  icon={<page.Icon />}
                  aria-keyshortcuts={`g ${page.letter}`}
                >
                  {page.title} {page.path === 'reviews' && <WaitingCount />}
                </NavItem>
              ))}
            </NavList>
          </Pages>
        )}
      </PageSidebarBody>
    </PageSidebar>
  );
};

/** How much waits for the caller; nothing where nothing does. */
const WaitingCount = () => {
  const { data } = useOverview();
  const { count, isAtLeast } = waitingTotal(data?.waiting ?? []);
  return count === 0 ? null : (
    <span className="count">
      {`${count}${isAtLeast ? '+' : ''}`}
      <span className="pf-v6-screen-reader"> {texts.waiting}</span>
    </span>
  );
};
