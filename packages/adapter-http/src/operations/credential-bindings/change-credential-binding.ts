import { changesOfBindings } from '@govgate/application';
import { bindingVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import {
  BindingReasonBody,
  CredentialBindingAnswer,
  CredentialBindingParams,
} from '../../wire/credential-binding.js';
import { ScopeQuery } from '../../wire/fields.js';

export const changeCredentialBinding = verbOperations(
  {
    verbs: bindingVerbs,
    useCases: changesOfBindings,
    noun: 'CredentialBinding',
    path: '/v1/credential-bindings/:credential_binding_id',
  },
  (verb, name) =>
    defineOperation({
      ...verb,
      tag: 'credential_bindings',
      scope: 'named',
      extension: true,
      refuses: [name === 'submit' ? 'invalid_transition' : 'invalid_state'],
      params: CredentialBindingParams,
      query: ScopeQuery,
      body: BindingReasonBody,
      response: CredentialBindingAnswer,
      recordTag: (binding) => binding.tag,
      toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
    }),
);
