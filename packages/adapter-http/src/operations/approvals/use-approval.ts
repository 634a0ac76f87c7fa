import { makeUseApproval } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { CallApprovalAnswer, CallApprovalParams, UseApprovalBody } from '../../wire/call-approval.js';
import { ScopeQuery } from '../../wire/fields.js';

export const useApproval = defineOperation({
  id: 'useApproval',
  method: 'post',
  path: '/v1/approvals/:approval_id/use',
  useCase: makeUseApproval,
  summary: 'Uses an approval, once, before the call is made',
  description:
    'The gateway makes the call only after a 200. With an Idempotency-Key a lost answer can be retrieved again.',
  tag: 'approvals',
  permission: 'approval.request',
  refuses: [
    'invalid_state',
    { reasonCode: 'invalid_state', field: 'call_digest', when: 'The approval is for another call.' },
    {
      reasonCode: 'invalid_state',
      field: 'client_session_id',
      when: 'The session has ended, or a revocation covers it.',
    },
  ],
  scope: 'named',
  extension: true,
  audited: { eventType: 'approval.used', action: 'use', idParam: 'approval_id' },
  params: CallApprovalParams,
  query: ScopeQuery,
  body: UseApprovalBody,
  response: CallApprovalAnswer,
  recordTag: ({ tag }) => tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
