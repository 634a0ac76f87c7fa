import type { ComponentChildren } from 'preact';
import { ListPage } from '../../parts/list-page.js';
import { RecordPage } from '../../parts/record-page.js';
import { useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import type { ConsolePage } from '../page.js';
import { Explain } from './explain.js';
import { groupList, groupRecord } from './groups.js';
import { serviceAccountList, serviceAccountRecord, userList, userRecord } from './people.js';
import { roleBindingList, roleBindingRecord } from './role-bindings.js';
import { tokenList, tokenRecord } from './tokens.js';

const t = texts.access;

/** The sections of the page, each a list with its records. */
const PARTS: Readonly<Record<string, { readonly title: string; readonly Part: Part }>> = {
  'role-bindings': {
    title: t.roleBindings,
    Part: ({ id }) =>
      id === undefined ? <ListPage list={roleBindingList} /> : <RecordPage def={roleBindingRecord} id={id} />,
  },
  users: {
    title: t.users,
    Part: ({ id }) =>
      id === undefined ? <ListPage list={userList} /> : <RecordPage def={userRecord} id={id} />,
  },
  groups: {
    title: t.groups,
    Part: ({ id }) =>
      id === undefined ? <ListPage list={groupList} /> : <RecordPage def={groupRecord} id={id} />,
  },
  'service-accounts': {
    title: t.serviceAccounts,
    Part: ({ id }) =>
      id === undefined ? (
        <ListPage list={serviceAccountList} />
      ) : (
        <RecordPage def={serviceAccountRecord} id={id} />
      ),
  },
  tokens: {
    title: t.tokens,
    Part: ({ id }) =>
      id === undefined ? <ListPage list={tokenList} /> : <RecordPage def={tokenRecord} id={id} />,
  },
  explain: { title: texts.explain.tab, Part: Explain },
};

type Part = (props: { readonly id: string | undefined }) => ComponentChildren;

/** Who may do what: people, groups, service accounts, tokens, and their roles. */
export const access: ConsolePage = {
  path: 'access',
  title: t.title,
  letter: 'x',
  // Everybody may ask why they can or cannot do something themselves.
  isFor: () => true,
  Page: ({ rest: [part, id] }) => <Access part={part} id={id} />,
};

const Access = ({ part, id }: { readonly part: string | undefined; readonly id: string | undefined }) => {
  const { href, may } = useApi();
  const offered = Object.entries(PARTS).filter(
    ([name]) =>
      name === 'explain' || may(name === 'role-bindings' ? 'role_binding.read' : 'local_identity.read'),
  );
  const here = part ?? offered[0]?.[0] ?? 'explain';
  const Shown = PARTS[here]?.Part;
  return (
    <>
      <nav class="tabs" aria-label={t.parts}>
        {offered.map(([name, { title }]) => (
          <a key={name} href={href(`access/${name}`)} aria-current={name === here ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {Shown !== undefined && <Shown key={here} id={id} />}
    </>
  );
};
