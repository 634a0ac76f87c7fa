import type { ServiceAccount, User } from '@govgate/client';
import { type ListDef, unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { TouchedSessions } from '../../parts/touched-sessions.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { createServiceAccount, createUser, renameServiceAccount, renameUser } from './account-forms.js';

const t = texts.access;
const CODES = ['left_the_company', 'incident_response', 'returned'];
const STATUS = { name: 'status', label: t.status, values: ['active', 'disabled'] };

export const userList: ListDef<User> = {
  title: t.users,
  path: 'access/users',
  filters: [STATUS],
  columns: [
    { head: t.user, cell: (one) => <Code of={one.user_id} /> },
    { head: t.name, cell: (one) => <Text of={one.display_name} />, sort: 'name' },
    { head: t.status, cell: (one) => <Badge of={one.status} /> },
  ],
  idOf: (one) => one.user_id,
  ask: async (client, query, options) => pageOf(await client.listUsers(unchecked(query), options)),
  whenEmpty: t.noUsers,
  creates: (api) => makes(api, 'local_identity.manage', createUser),
};

export const userRecord: RecordDef<User> = {
  read: (client, id, options) => client.readUser({ user_id: id }, options),
  titleOf: (one) => one.display_name,
  facts: (one) => [
    [t.user, <Code of={one.user_id} />],
    [t.status, <Badge of={one.status} />],
    [t.disabledAt, <Moment of={one.disabled_at} />],
  ],
  hasEvents: 'as_actor',
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    renameUser,
    verb({
      action: 'disable',
      label: texts.disable,
      says: t.disableUserSays,
      isGrave: true,
      codes: CODES,
      Consequence: Touched,
      send: ({ client, record: { user_id }, body, options }) =>
        client.disableUser({ user_id, body }, options),
    }),
    verb({
      action: 'enable',
      label: texts.enable,
      says: t.enableUserSays,
      codes: CODES,
      send: ({ client, record: { user_id }, body, options }) => client.enableUser({ user_id, body }, options),
    }),
  ],
};

export const serviceAccountList: ListDef<ServiceAccount> = {
  title: t.serviceAccounts,
  path: 'access/service-accounts',
  filters: [STATUS],
  columns: [
    { head: t.serviceAccount, cell: (one) => <Code of={one.service_account_id} /> },
    { head: t.name, cell: (one) => <Text of={one.display_name} />, sort: 'name' },
    { head: t.status, cell: (one) => <Badge of={one.status} /> },
  ],
  idOf: (one) => one.service_account_id,
  ask: async (client, query, options) => pageOf(await client.listServiceAccounts(unchecked(query), options)),
  whenEmpty: t.noServiceAccounts,
  creates: (api) => makes(api, 'local_identity.manage', createServiceAccount),
};

export const serviceAccountRecord: RecordDef<ServiceAccount> = {
  read: (client, id, options) => client.readServiceAccount({ service_account_id: id }, options),
  titleOf: (one) => one.display_name,
  facts: (one) => [
    [t.serviceAccount, <Code of={one.service_account_id} />],
    [t.status, <Badge of={one.status} />],
    [t.disabledAt, <Moment of={one.disabled_at} />],
  ],
  hasEvents: 'as_actor',
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    renameServiceAccount,
    verb({
      action: 'disable',
      label: texts.disable,
      says: t.disableAccountSays,
      isGrave: true,
      codes: CODES,
      send: ({ client, record: { service_account_id }, body, options }) =>
        client.disableServiceAccount({ service_account_id, body }, options),
    }),
    verb({
      action: 'enable',
      label: texts.enable,
      says: t.enableUserSays,
      codes: CODES,
      send: ({ client, record: { service_account_id }, body, options }) =>
        client.enableServiceAccount({ service_account_id, body }, options),
    }),
  ],
};

const Touched = ({ record: { user_id } }: { readonly record: User }) => <TouchedSessions by={{ user_id }} />;
