import { Nav, NavItem, NavList } from '@patternfly/react-core';
import { type ReactNode, useEffect, useRef } from 'react';
import { findIn } from '../../parts/find-in.js';
import { type ListDef, ListPage } from '../../parts/list-page.js';
import { type RecordDef, RecordPage } from '../../parts/record-page.js';
import { panelOfList } from '../../parts/record-panel.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import type { PageContent } from '../page.js';
import { accessReviewList, accessReviewRecord } from './access-reviews.js';
import { Explain } from './explain.js';
import { groupList, groupRecord } from './groups.js';
import { serviceAccountList, serviceAccountRecord, userList, userRecord } from './people.js';
import { roleBindingList, roleBindingRecord } from './role-bindings.js';
import { maySeeAccessReviews, useSeesAccessReviews } from './sees-access-reviews.js';
import { tokenList, tokenRecord } from './tokens.js';
import { WhoCan } from './who-can.js';

const t = texts.access;

interface Part {
  readonly title: string;
  readonly Part: (props: { readonly id: string | undefined }) => ReactNode;
}

const listed = <Item, R extends object>(list: ListDef<Item>, record: RecordDef<R>): Part => ({
  title: list.title,
  Part: ({ id }) =>
    id === undefined ? (
      <ListPage list={list} panelOf={panelOfList(list, record, [[t.title, 'access']])} />
    ) : (
      <RecordPage
        def={record}
        id={id}
        above={[
          [t.title, 'access'],
          [list.title, list.path],
        ]}
      />
    ),
});

/** The sections of the page, each a list with its records. */
const PARTS: Readonly<Record<string, Part>> = {
  'role-bindings': listed(roleBindingList, roleBindingRecord),
  users: listed(userList, userRecord),
  groups: listed(groupList, groupRecord),
  'service-accounts': listed(serviceAccountList, serviceAccountRecord),
  tokens: listed(tokenList, tokenRecord),
  reviews: listed(accessReviewList, accessReviewRecord),
  'who-can': { title: texts.whoCan.tab, Part: WhoCan },
  explain: { title: texts.explain.tab, Part: Explain },
};

/** Who may do what: people, groups, service accounts, tokens, their roles, and the reviews of these. */
export const access: PageContent = {
  find: async (api, ...requests) => {
    const lists = [
      ...(api.may('local_identity.read')
        ? [findIn(userList), findIn(groupList), findIn(serviceAccountList)]
        : []),
      ...(maySeeAccessReviews(api) ? [findIn(accessReviewList)] : []),
    ];
    const found = await Promise.all(lists.map((find) => find(api, ...requests)));
    return found.flat();
  },
  Page: ({ rest: [part, id] }) => <Access part={part} id={id} />,
};

const Access = ({ part, id }: { readonly part: string | undefined; readonly id: string | undefined }) => {
  const { href, may, mayInTenant, environment } = useApi();
  const seesAccessReviews = useSeesAccessReviews();
  const isOffered = (name: string): boolean => {
    if (name === 'reviews') return seesAccessReviews;
    if (name === 'explain') return environment !== '';
    if (name === 'who-can') return mayInTenant('role_binding.read') && mayInTenant('local_identity.read');
    return may(name === 'role-bindings' ? 'role_binding.read' : 'local_identity.read');
  };
  const offered = Object.entries(PARTS).filter(([name]) => isOffered(name));
  const here = part ?? offered[0]?.[0] ?? 'explain';
  const Shown = PARTS[here]?.Part;
  const bar = useRef<HTMLDivElement>(null);
  // On a phone the bar scrolls, and begins with the first.
  useEffect(() => {
    bar.current
      ?.querySelector(`[href*="access/${here}"]`)
      ?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [here]);
  return (
    <>
      <div ref={bar}>
        <Nav className="parts" variant="horizontal-subnav" aria-label={t.parts}>
          <NavList>
            {offered.map(([name, { title }]) => (
              <NavItem key={name} to={href(`access/${name}`)} isActive={name === here}>
                {title}
              </NavItem>
            ))}
          </NavList>
        </Nav>
      </div>
      {Shown !== undefined && <Shown key={here} id={id} />}
    </>
  );
};
