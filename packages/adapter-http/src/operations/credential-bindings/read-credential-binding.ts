import { makeReadCredentialBinding } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { CredentialBindingDetailAnswer, CredentialBindingParams } from '../../wire/credential-binding.js';
import { ScopeQuery } from '../../wire/fields.js';

export const readCredentialBinding = defineOperation({
  id: 'readCredentialBinding',
  method: 'get',
  path: '/v1/credential-bindings/:credential_binding_id',
  useCase: makeReadCredentialBinding,
  summary: 'Reads a credential binding with its projection, sessions and newest events',
  tag: 'credential_bindings',
  permission: 'credential_binding.read',
  scope: 'named',
  params: CredentialBindingParams,
  query: ScopeQuery,
  response: CredentialBindingDetailAnswer,
  recordTag: ({ binding }) => binding.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
