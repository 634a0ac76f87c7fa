import { makeRecordAppliedSet } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { AppliedSetParams, RecordAppliedSetBody, RecordedSetAnswer } from '../../wire/applied-set.js';
import { TenantQuery } from '../../wire/audit.js';

const BODY_LIMIT = 1024 * 1024;

export const recordAppliedSet = defineOperation({
  id: 'recordAppliedSet',
  method: 'put',
  path: '/v1/applied/:set_id',
  useCase: makeRecordAppliedSet,
  summary: 'Records what was applied from a set of files',
  description:
    'Replaces what it says about the resources that the caller may change by themselves, and keeps the rest. The first record of a set needs no If-Match; every further one does.',
  tag: 'applied_sets',
  permission: 'authenticated',
  refuses: [
    'scope_forbidden',
    'permission_denied',
    'etag_mismatch',
    'precondition_required',
    'limit_exceeded',
  ],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'applied_set.recorded', action: 'record', idParam: 'set_id' },
  params: AppliedSetParams,
  query: TenantQuery,
  body: RecordAppliedSetBody,
  example: {
    plan_digest: null,
    resources: [
      { kind: 'user', id: 'ada', applied: { user_id: 'ada', display_name: 'Ada', disabled: false } },
    ],
  },
  bodyLimit: BODY_LIMIT,
  response: RecordedSetAnswer,
  recordTag: (set) => set.tag,
  toInput: ({ scope, params, body }) => ({ tenantId: scope.tenantId, ...params, ...body }),
});
