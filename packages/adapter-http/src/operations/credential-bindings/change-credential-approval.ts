import { makeChangeCredentialApproval } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ApprovalAnswer, ApprovalBody, CredentialBindingParams } from '../../wire/credential-binding.js';
import { ScopeQuery } from '../../wire/fields.js';

export const changeCredentialApproval = defineOperation({
  id: 'changeCredentialApproval',
  method: 'post',
  path: '/v1/credential-bindings/:credential_binding_id/approval',
  useCase: makeChangeCredentialApproval,
  summary: 'Moves a credential binding through its approval states',
  tag: 'credential_bindings',
  permission: 'credential_binding.approve',
  refuses: ['invalid_transition', 'self_approval_forbidden'],
  scope: 'named',
  audited: {
    eventType: 'credential_binding.approval_changed',
    action: 'change_approval',
    idParam: 'credential_binding_id',
  },
  actorField: { name: 'actorId', rule: 'must_match' },
  params: CredentialBindingParams,
  query: ScopeQuery,
  body: ApprovalBody,
  response: ApprovalAnswer,
  recordTag: ({ binding }) => binding.tag,
  toInput: ({ scope, params, body: { toStatus, reasonCode, reason } }) => ({
    scope,
    ...params,
    toStatus,
    reasonCode,
    reason,
  }),
});
