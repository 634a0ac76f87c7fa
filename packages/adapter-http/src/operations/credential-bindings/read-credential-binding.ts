import { makeReadCredentialBinding } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CredentialBindingDetailAnswer } from '../../wire/credential-binding.js';
import { Id, ScopeQuery } from '../../wire/fields.js';

export const readCredentialBinding = defineOperation({
  id: 'readCredentialBinding',
  method: 'get',
  path: '/v1/credential-bindings/:credential_binding_id',
  useCase: makeReadCredentialBinding,
  summary: 'Reads a credential binding with its projection, sessions and newest events',
  tag: 'credential_bindings',
  permission: 'credential_binding.read',
  scope: 'named',
  params: v.object({ credential_binding_id: Id }),
  query: ScopeQuery,
  response: CredentialBindingDetailAnswer,
  recordTag: ({ binding }) => binding.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
