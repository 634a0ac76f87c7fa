import { makeRotateCredentialBinding } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import {
  CredentialBindingAnswer,
  CredentialBindingParams,
  RotateCredentialBindingBody,
} from '../../wire/credential-binding.js';
import { ScopeQuery } from '../../wire/fields.js';
import { rotationInput } from './rotation-input.js';

export const rotateCredentialBinding = defineOperation({
  id: 'rotateCredentialBinding',
  method: 'post',
  path: '/v1/credential-bindings/:credential_binding_id/rotate',
  useCase: makeRotateCredentialBinding,
  summary: 'Rotates a credential binding to another version of its credential',
  tag: 'credential_bindings',
  permission: 'credential_binding.rotate',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'credential_binding.rotated', action: 'rotate', idParam: 'credential_binding_id' },
  params: CredentialBindingParams,
  query: ScopeQuery,
  body: RotateCredentialBindingBody,
  response: CredentialBindingAnswer,
  recordTag: (binding) => binding.tag,
  toInput: ({ scope, params, body }) => ({
    scope,
    ...params,
    ...rotationInput(body),
    reasonCode: body.reasonCode,
    reason: body.reason,
  }),
});
