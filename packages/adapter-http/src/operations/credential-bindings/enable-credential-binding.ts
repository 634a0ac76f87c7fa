import { makeEnableCredentialBinding } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { BindingReasonBody, CredentialBindingAnswer } from '../../wire/credential-binding.js';
import { Id, ScopeQuery } from '../../wire/fields.js';

export const enableCredentialBinding = defineOperation({
  id: 'enableCredentialBinding',
  method: 'post',
  path: '/v1/credential-bindings/:credential_binding_id/enable',
  useCase: makeEnableCredentialBinding,
  summary: 'Enables a disabled credential binding',
  tag: 'credential_bindings',
  permission: 'credential_binding.disable',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'credential_binding.enabled', action: 'enable', idParam: 'credential_binding_id' },
  params: v.object({ credential_binding_id: Id }),
  query: ScopeQuery,
  body: BindingReasonBody,
  response: CredentialBindingAnswer,
  recordTag: (binding) => binding.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
