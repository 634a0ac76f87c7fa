import { makeListApprovals } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CallApprovalAnswer, CallApprovalsQuery } from '../../wire/call-approval.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';

export const listApprovals = defineOperation({
  id: 'listApprovals',
  method: 'get',
  path: '/v1/approvals',
  useCase: makeListApprovals,
  summary: "Lists approvals of calls: an approver's queue",
  description: 'Without `approval.read`, lists the approvals the caller may decide by their role.',
  tag: 'approvals',
  permission: 'approval.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: CallApprovalsQuery,
  response: pageOf(CallApprovalAnswer),
  toInput: ({ scope, query: { status, clientSessionId, policyVersion, approverRole, ...page } }) => ({
    scope,
    filters: {
      ...(status === undefined ? {} : { status }),
      ...(clientSessionId === undefined ? {} : { clientSessionId }),
      ...(policyVersion === undefined ? {} : { policyVersion }),
      ...(approverRole === undefined ? {} : { approverRole }),
    },
    ...listOptions(page),
  }),
});
