import { makeCreateCredentialBinding } from '@govgate/application';
import { Secret } from '@govgate/domain';
import type { CredentialTarget } from '@govgate/domain/internal';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CreateCredentialBindingBody, CredentialBindingAnswer } from '../../wire/credential-binding.js';
import { ScopeQuery } from '../../wire/fields.js';
import { rotationInput } from './rotation-input.js';

export const createCredentialBinding = defineOperation({
  id: 'createCredentialBinding',
  method: 'post',
  path: '/v1/credential-bindings',
  useCase: makeCreateCredentialBinding,
  summary: 'Creates a draft credential binding; the reference to its secret is not stored',
  tag: 'credential_bindings',
  permission: 'credential_binding.create',
  refuses: [
    'already_exists',
    {
      reasonCode: 'invalid_request',
      field: 'secretRef',
      when: 'A mode that uses a stored secret needs a reference to it.',
    },
    {
      reasonCode: 'unknown_reference',
      field: 'allowedEnvironmentIds',
      when: 'One of the environments does not exist.',
    },
  ],
  scope: 'named',
  extension: true,
  audited: { eventType: 'credential_binding.created', action: 'create' },
  params: v.object({}),
  query: ScopeQuery,
  body: CreateCredentialBindingBody,
  response: CredentialBindingAnswer,
  status: 201,
  recordTag: (binding) => binding.tag,
  toInput: ({ scope, body }) => ({
    scope,
    credentialBindingId: body.credentialBindingId,
    allowedEnvironmentIds: body.allowedEnvironmentIds,
    owner: body.owner,
    source: body.source,
    secretStoreType: body.secretStoreType,
    secretRef: body.secretRef === undefined ? undefined : new Secret(body.secretRef),
    credentialMode: body.credentialMode,
    // JSON omits absent fields, so optional ones are absent rather than undefined.
    allowedTargets: body.allowedTargets as readonly CredentialTarget[],
    rotation: rotationInput(body.rotation),
    reasonCode: body.reasonCode,
  }),
});
