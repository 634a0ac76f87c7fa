import type { Group, GroupSummary } from '@govgate/client';
import type { Change } from '../../parts/change-buttons.js';
import { type ListDef, unchecked } from '../../parts/list-page.js';
import { makes } from '../../parts/make-fields.js';
import { pageOf } from '../../parts/page-of.js';
import { reasonBody, reasonFields } from '../../parts/reason-fields.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Code, Moment, Text } from '../../parts/text.js';
import { texts } from '../../texts.js';
import { createGroup } from './account-forms.js';

const t = texts.access;

export const groupList: ListDef<GroupSummary> = {
  title: t.groups,
  path: 'access/groups',
  filters: [],
  columns: [
    { head: t.group, cell: (one) => <Code of={one.group_id} /> },
    { head: t.name, cell: (one) => <Text of={one.display_name} /> },
    { head: t.members, cell: (one) => one.member_count },
    { head: t.disabledAt, cell: (one) => <Moment of={one.disabled_at} /> },
  ],
  idOf: (one) => one.group_id,
  ask: async (client, query, options) => pageOf(await client.listGroups(unchecked(query), options)),
  whenEmpty: t.noGroups,
  creates: (api) => makes(api, 'local_identity.manage', createGroup),
};

export const groupRecord: RecordDef<Group> = {
  read: (client, id, options) => client.readGroup({ group_id: id }, options),
  titleOf: (one) => one.display_name,
  facts: (one) => [
    [t.group, <Code of={one.group_id} />],
    [t.members, <Code of={one.members.join(', ')} />],
    [t.createdAt, <Moment of={one.created_at} />],
    [t.disabledAt, <Moment of={one.disabled_at} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [add, remove],
};

const add: Change<Group> = {
  action: 'add_member',
  label: t.addMember,
  says: t.addMemberSays,
  fields: () => [{ name: 'user_id', label: t.user, kind: 'text', pick: 'user', isRequired: true }],
  send: ({ client, record: { group_id }, values: { user_id = '' }, options }) =>
    client.addGroupMember({ group_id, body: { user_id } }, options),
};

const remove: Change<Group> = {
  action: 'remove_member',
  label: t.removeMember,
  says: t.removeMemberSays,
  isGrave: true,
  fields: ({ members }) => [
    { name: 'user_id', label: t.user, kind: 'choice', values: members, isRequired: true },
    ...reasonFields(['left_the_team']),
  ],
  send: ({ client, record: { group_id }, values: { user_id = '', ...values }, options }) =>
    client.removeGroupMember({ group_id, user_id, body: reasonBody(values) }, options),
};
