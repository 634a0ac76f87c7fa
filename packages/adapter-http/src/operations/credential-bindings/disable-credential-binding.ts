import { makeDisableCredentialBinding } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { BindingReasonBody, CredentialBindingAnswer } from '../../wire/credential-binding.js';
import { Id, ScopeQuery } from '../../wire/fields.js';

export const disableCredentialBinding = defineOperation({
  id: 'disableCredentialBinding',
  method: 'post',
  path: '/v1/credential-bindings/:credential_binding_id/disable',
  useCase: makeDisableCredentialBinding,
  summary: 'Disables a credential binding; its live sessions stop at once',
  tag: 'credential_bindings',
  permission: 'credential_binding.disable',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'credential_binding.disabled', action: 'disable', idParam: 'credential_binding_id' },
  params: v.object({ credential_binding_id: Id }),
  query: ScopeQuery,
  body: BindingReasonBody,
  response: CredentialBindingAnswer,
  recordTag: (binding) => binding.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
