import type { RoleBinding } from '@govgate/client';
import { type ListDef, unchecked } from '../../parts/list-page.js';
import { pageOf } from '../../parts/page-of.js';
import type { RecordDef } from '../../parts/record-page.js';
import { Badge, Code, Moment, Text } from '../../parts/text.js';
import { verb } from '../../parts/verb.js';
import { texts } from '../../texts.js';
import { grant } from './grant.js';
import { ROLES } from './roles.js';

const t = texts.access;

export const roleBindingList: ListDef<RoleBinding> = {
  title: t.roleBindings,
  path: 'access/role-bindings',
  filters: [
    { name: 'subject_id', label: t.subject, pick: 'user' },
    { name: 'role', label: t.role, values: ROLES },
    {
      name: 'scope_type',
      label: t.scope,
      values: ['tenant', 'environment', 'owner_team', 'resource'],
    },
    { name: 'status', label: t.status, values: ['active', 'scheduled', 'expired', 'disabled'] },
  ],
  columns: [
    { head: t.binding, cell: (one) => <Code of={one.binding_id} />, sort: 'name' },
    { head: t.subject, cell: (one) => <Code of={one.subject.subject_id} /> },
    { head: t.role, cell: (one) => <Code of={one.role} /> },
    { head: t.scope, cell: (one) => <Code of={scopeText(one)} /> },
    { head: t.status, cell: (one) => <Badge of={one.status} /> },
    { head: t.expiresAt, cell: (one) => <Moment of={one.expires_at} /> },
  ],
  idOf: (one) => one.binding_id,
  ask: async (client, query, options) => pageOf(await client.listRoleBindings(unchecked(query), options)),
  whenEmpty: t.noBindings,
  creates: (api) => (api.may('role_binding.create') ? [grant(api)] : []),
};

export const roleBindingRecord: RecordDef<RoleBinding> = {
  read: (client, id, options) => client.readRoleBinding({ binding_id: id }, options),
  titleOf: (one) => one.binding_id,
  facts: (one) => [
    [t.subject, <Code of={`${one.subject.subject_type} ${one.subject.subject_id}`} />],
    [t.role, <Code of={one.role} />],
    [t.scope, <Code of={scopeText(one)} />],
    [t.status, <Badge of={one.status} />],
    [t.reason, <Code of={one.reason_code} />],
    [t.words, <Text of={one.reason} />],
    [t.grantedBy, <Code of={one.granted_by} />],
    [t.createdAt, <Moment of={one.created_at} />],
    [t.notBefore, <Moment of={one.not_before} />],
    [t.expiresAt, <Moment of={one.expires_at} />],
    [t.disabledBy, <Code of={one.disabled_by} />],
  ],
  actionsOf: (one) => one.permissions.allowed_actions,
  changes: () => [
    verb({
      action: 'disable',
      label: texts.disable,
      says: t.disableBindingSays,
      isGrave: true,
      codes: ['no_longer_needed', 'incident_response'],
      send: ({ client, record: { binding_id }, body, options }) =>
        client.disableRoleBinding({ binding_id, body }, options),
    }),
  ],
};

const scopeText = ({ scope }: RoleBinding): string =>
  [scope.scope_type, scope.environment_id, scope.owner_team, scope.resource_type, scope.resource_id]
    .filter((one) => one !== null)
    .join(' ');
