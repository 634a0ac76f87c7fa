import { roleBindingKind } from '@govgate/ports';
import type { OperationSample, SampleRecord } from '../operation-sample.js';
import { PRODUCTION, TEAM, TENANT } from '../world.js';

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
  createRoleBinding: { params: {}, query: tenant, body: grant, again: 409 },
  disableRoleBinding: { params: { binding_id: 'rb_sample' }, query: tenant, body: reason },
  readGroup: { params: { group_id: 'operators' }, query: tenant },
  listRoleBindings: { params: {}, query: { ...tenant, role: 'viewer' } },
  previewRoleBinding: { params: {}, query: tenant, body: grant },
};

export const ACCESS_RECORDS: readonly SampleRecord[] = [
  {
    kind: roleBindingKind,
    record: {
      bindingId: 'rb_sample',
      tenantId: TENANT,
      role: 'auditor',
      subject: { subjectType: 'group', subjectId: 'operators' },
      scope: { scopeType: 'environment', environmentId: PRODUCTION },
      reasonCode: 'sample',
      reason: null,
      grantedBy: 'bea',
      createdAt: '2026-01-02T00:00:00.000Z',
      notBefore: null,
      expiresAt: null,
      disabledBy: null,
      disabledAt: null,
      disableReasonCode: null,
    },
  },
];
