import { NavItem, NavList, PageSidebar, PageSidebarBody, Nav as Pages } from '@patternfly/react-core';
import { PAGES } from '../pages/registry.js';
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
                  {page.title}
                </NavItem>
              ))}
            </NavList>
          </Pages>
        )}
      </PageSidebarBody>
    </PageSidebar>
  );
};
