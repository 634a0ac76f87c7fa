import { ROLE_BINDING_STATUSES } from '@govgate/domain/internal';
import { bindingOf, groupOf } from '@govgate/domain/testing';
import { groupKind, roleBindingKind } from '@govgate/ports';
import { PRODUCTION, TEAM, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';

const tenant = { tenant_id: TENANT };
const reason = { reason_code: 'sample', reason: 'A sample' };

const grant = {
  role: 'viewer',
  subject: { subject_type: 'user', subject_id: 'nob' },
  scope: { scope_type: 'owner_team', environment_id: PRODUCTION, owner_team: TEAM },
  not_before: '2026-01-01T00:00:00.000Z',
  expires_at: '2099-01-01T00:00:00.000Z',
  ...reason,
};

/** Role bindings and local groups. */
export const ACCESS_SAMPLES: Readonly<Record<string, OperationSample>> = {
  addGroupMember: { params: { group_id: 'operators' }, query: tenant, body: { user_id: 'vic' } },
  createEnvironment: {
    params: {},
    query: tenant,
    body: { environment_id: 'environment_new', reason_code: 'new_region' },
    again: 409,
  },
  configureEnvironment: {
    params: { environment_id: PRODUCTION },
    query: {},
    body: {
      display_name: 'Europe',
      registry: { enabled: true, public: false, gateway_url: 'https://mcp.example.com' },
      definitions: 'required',
      console: { session_hours: 8 },
      sessions: { end_on_logout: true },
      reason_code: 'sample',
    },
  },
  readEnvironment: { params: { environment_id: PRODUCTION }, query: {} },
  createGroup: {
    params: {},
    query: tenant,
    body: { group_id: 'group_new', display_name: 'On call', reason_code: 'new_team' },
    again: 409,
  },
  updateGroup: {
    params: { group_id: 'group_full' },
    query: tenant,
    body: { display_name: 'Everybody', external_ids: ['/everybody'], reason_code: 'renamed' },
  },
  createRoleBinding: { params: {}, query: tenant, body: grant, again: 409 },
  disableRoleBinding: { params: { binding_id: 'rb_sample' }, query: tenant, body: reason },
  explainAccess: {
    params: {},
    query: { ...tenant, permission: 'policy.read', subject_id: 'vic', environment_id: PRODUCTION },
  },
  whoCan: {
    params: {},
    query: { ...tenant, permission: 'policy.read', environment_id: PRODUCTION },
  },
  readReach: { params: {}, query: { environment_id: PRODUCTION } },
  readRoleBinding: { params: { binding_id: 'rb_sample' }, query: tenant },
  readGroup: { params: { group_id: 'operators' }, query: tenant },
  listEnvironments: { params: {}, query: { ...tenant, limit: '1' } },
  listGroups: { params: {}, query: tenant },
  listUserGroups: { params: { user_id: 'idp|user-active' }, query: tenant },
  removeGroupMember: {
    params: { group_id: 'group_full', user_id: 'idp|user-active' },
    query: tenant,
    body: reason,
  },
  listRoleBindings: {
    params: {},
    query: { ...tenant, role: 'viewer' },
    otherQueries: [tenant, ...ROLE_BINDING_STATUSES.map((status) => ({ ...tenant, status }))],
  },
  previewRoleBinding: { params: {}, query: tenant, body: grant },
};

const group = (groupId: string, displayName: string): SampleRecord => ({
  kind: groupKind,
  record: groupOf(groupId, { displayName, members: ['idp|user-active'] }),
});

export const ACCESS_RECORDS: readonly SampleRecord[] = [
  group('group_full', 'Full'),
  group('group_other', 'Other'),
  {
    kind: roleBindingKind,
    record: bindingOf({
      bindingId: 'rb_sample',
      role: 'auditor',
      subject: { subjectType: 'group', subjectId: 'operators' },
      scope: { scopeType: 'environment', environmentId: PRODUCTION },
      reasonCode: 'sample',
      grantedBy: 'bea',
    }),
  },
];
