import { makeListCredentialBindings } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CredentialBindingsAnswer, CredentialBindingsQuery } from '../../wire/credential-binding.js';
import { listOptions } from '../../wire/fields.js';

export const listCredentialBindings = defineOperation({
  id: 'listCredentialBindings',
  method: 'get',
  path: '/v1/credential-bindings',
  useCase: makeListCredentialBindings,
  summary: 'Lists the credential bindings of an environment',
  tag: 'credential_bindings',
  permission: 'credential_binding.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: CredentialBindingsQuery,
  response: CredentialBindingsAnswer,
  toInput: ({ scope, query: { approvalStatus, lifecycleState, sourceId, ownerTeam, ...page } }) => ({
    scope,
    filters: {
      ...(approvalStatus === undefined ? {} : { approvalStatus }),
      ...(lifecycleState === undefined ? {} : { lifecycleState }),
      ...(sourceId === undefined ? {} : { sourceId }),
      ...(ownerTeam === undefined ? {} : { ownerTeam }),
    },
    ...listOptions(page),
  }),
});
