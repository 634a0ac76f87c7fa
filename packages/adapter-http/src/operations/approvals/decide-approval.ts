import { makeApproveCall, makeDenyCall } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { CallApprovalAnswer, CallApprovalParams, DecideCallBody } from '../../wire/call-approval.js';
import { ScopeQuery } from '../../wire/fields.js';

const DECISION = {
  method: 'post',
  tag: 'approvals',
  permission: 'approval.decide',
  description: "The rule's `approver_role` in that scope may decide too; the session's user never does.",
  refuses: ['invalid_state', 'self_approval_forbidden'],
  scope: 'named',
  extension: true,
  params: CallApprovalParams,
  query: ScopeQuery,
  body: DecideCallBody,
  response: CallApprovalAnswer,
} as const;

export const approveCall = defineOperation({
  ...DECISION,
  id: 'approveCall',
  path: '/v1/approvals/:approval_id/approve',
  useCase: makeApproveCall,
  summary: 'Approves a call',
  audited: { eventType: 'approval.approved', action: 'approve', idParam: 'approval_id' },
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const denyCall = defineOperation({
  ...DECISION,
  id: 'denyCall',
  path: '/v1/approvals/:approval_id/deny',
  useCase: makeDenyCall,
  summary: 'Denies a call',
  audited: { eventType: 'approval.denied', action: 'deny', idParam: 'approval_id' },
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
