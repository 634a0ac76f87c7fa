import { makeReadApproval } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { CallApprovalAnswer, CallApprovalParams, CallApprovalQuery } from '../../wire/call-approval.js';

export const readApproval = defineOperation({
  id: 'readApproval',
  method: 'get',
  path: '/v1/approvals/:approval_id',
  useCase: makeReadApproval,
  summary: 'Reads the approval of a call, optionally waiting for the decision',
  tag: 'approvals',
  permission: 'approval.read',
  scope: 'named',
  waits: true,
  extension: true,
  params: CallApprovalParams,
  query: CallApprovalQuery,
  response: CallApprovalAnswer,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, params, query }) => ({ scope, ...params, waitSeconds: Number(query.wait ?? 0) }),
});
