import { makeSubmitCredentialBinding } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { BindingReasonBody, CredentialBindingAnswer } from '../../wire/credential-binding.js';
import { Id, ScopeQuery } from '../../wire/fields.js';

export const submitCredentialBinding = defineOperation({
  id: 'submitCredentialBinding',
  method: 'post',
  path: '/v1/credential-bindings/:credential_binding_id/submit',
  useCase: makeSubmitCredentialBinding,
  summary: 'Submits a credential binding for review',
  tag: 'credential_bindings',
  permission: 'credential_binding.create',
  refuses: ['invalid_transition'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'credential_binding.submitted', action: 'submit', idParam: 'credential_binding_id' },
  params: v.object({ credential_binding_id: Id }),
  query: ScopeQuery,
  body: BindingReasonBody,
  response: CredentialBindingAnswer,
  recordTag: (binding) => binding.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
