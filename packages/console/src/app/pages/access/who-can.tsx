import type { WhoCanResponse } from '@govgate/client';
import { List, ListItem } from '@patternfly/react-core';
import { type ListDef, ListPage } from '../../parts/list-page.js';
import { pageOf } from '../../parts/page-of.js';
import { type PanelOf, RecordPanel } from '../../parts/record-panel.js';
import { Badge, Code, Text } from '../../parts/text.js';
import { useAddress } from '../../state/address.js';
import { type Api, useApi } from '../../state/api.js';
import { texts } from '../../texts.js';
import { BindingLink, scopeText } from './binding-link.js';
import { groupRecord } from './groups.js';
import { serviceAccountRecord, userRecord } from './people.js';
import { aboutIn, permissionFilters, permissionIn } from './permission-question.js';

const t = texts.whoCan;

/** Everybody who holds a permission, by which grants, each with the way to end it. */
export const WhoCan = () => {
  const api = useApi();
  const { query } = useAddress();
  return <ListPage list={listOf(api, permissionIn(query))} panelOf={panelOf} />;
};

type Holder = WhoCanResponse['items'][number];
type HeldPermission = ReturnType<typeof permissionIn>;

const listOf = (api: Api, permission: HeldPermission): ListDef<Holder> => ({
  title: t.title,
  path: 'access/who-can',
  hasNames: false,
  filters: permissionFilters(permission),
  columns: [
    { head: t.who, cell: (one) => <Text of={one.display_name} /> },
    { head: t.kind, cell: (one) => <Badge of={one.subject.subject_type} /> },
    { head: t.by, cell: (one) => <Grants of={one} /> },
    { head: t.id, cell: (one) => <Code of={one.subject.subject_id} /> },
  ],
  idOf: ({ subject }) => `${FOLDERS[subject.subject_type]}/${encodeURIComponent(subject.subject_id)}`,
  pathOf: ({ subject }) =>
    `access/${FOLDERS[subject.subject_type]}/${encodeURIComponent(subject.subject_id)}`,
  ask: async (client, { cursor, ...query }, options) => {
    if (permission === undefined) return { items: [], total: 0, next: undefined };
    const answer = await client.whoCan({ ...aboutIn(api, permission, query), cursor }, options);
    const page = pageOf(answer);
    // Who is in these groups, only the issuer of their tokens knows: the group stands for them, once.
    const groups = cursor === undefined ? answer.token_group_ids.map(membersOf) : [];
    return { ...page, items: [...groups, ...page.items] };
  },
  whenEmpty: permission === undefined ? t.hint : t.nobody,
});

const FOLDERS = { user: 'users', service_account: 'service-accounts', group: 'groups' } as const;

const membersOf = (id: string): Holder => ({
  subject: { subject_type: 'group', subject_id: id },
  display_name: t.membersOf(id),
  grants: [],
  grant_count: 0,
});

const Grants = ({ of: { grants, grant_count } }: { readonly of: Holder }) => (
  <List isPlain>
    {grants.map((grant) => (
      <ListItem key={grant.binding_id}>
        <BindingLink id={grant.binding_id} /> <Code of={grant.role} /> <Code of={scopeText(grant.scope)} />{' '}
        {grant.group_id !== null && (
          <>
            {t.through} <Code of={grant.group_id} />
          </>
        )}{' '}
        {!grant.applies && <span className="quiet">{t.notEverywhere}</span>}
      </ListItem>
    ))}
    {grant_count > grants.length && <ListItem>{texts.moreEvents(grant_count - grants.length)}</ListItem>}
  </List>
);

const panelOf: PanelOf = (path, steps) => {
  const [folder, id = ''] = path.split('/').map(decodeURIComponent);
  const common = { path: `access/${path}`, steps };
  const above = [[texts.access.title, 'access']] as const;
  if (folder === 'users') return <RecordPanel key={path} at={{ def: userRecord, id, above }} {...common} />;
  if (folder === 'groups') return <RecordPanel key={path} at={{ def: groupRecord, id, above }} {...common} />;
  return <RecordPanel key={path} at={{ def: serviceAccountRecord, id, above }} {...common} />;
};
