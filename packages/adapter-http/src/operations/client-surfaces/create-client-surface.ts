import { makeCreateClientSurface } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ClientSurfaceAnswer, CreateClientSurfaceBody, EnvironmentQuery } from '../../wire/client-surface.js';

export const createClientSurface = defineOperation({
  id: 'createClientSurface',
  method: 'post',
  path: '/v1/client-surfaces',
  useCase: makeCreateClientSurface,
  summary: 'Creates a client surface, pending approval',
  tag: 'client_surfaces',
  permission: 'client_surface.manage',
  refuses: [
    'already_exists',
    {
      reasonCode: 'invalid_request',
      field: 'allowedEnvironmentIds',
      when: 'The surface must be allowed in the environment that it is created in.',
    },
    {
      reasonCode: 'unknown_reference',
      field: 'allowedEnvironmentIds',
      when: 'One of the environments does not exist.',
    },
  ],
  scope: 'environment',
  extension: true,
  audited: { eventType: 'client_surface.created', action: 'create' },
  params: v.object({}),
  query: EnvironmentQuery,
  body: CreateClientSurfaceBody,
  response: ClientSurfaceAnswer,
  status: 201,
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, body: { configSnippet, reasonCode, ...draft } }) => ({
    scope,
    draft: { ...draft, format: configSnippet.format },
    reasonCode,
  }),
});
