import { makeUpdateClientSurface } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import {
  ClientSurfaceAnswer,
  ClientSurfaceParams,
  EnvironmentQuery,
  UpdateClientSurfaceBody,
} from '../../wire/client-surface.js';

export const updateClientSurface = defineOperation({
  id: 'updateClientSurface',
  method: 'put',
  path: '/v1/client-surfaces/:client_surface_id',
  useCase: makeUpdateClientSurface,
  summary: 'Replaces the editable fields of a client surface',
  tag: 'client_surfaces',
  permission: 'client_surface.manage',
  refuses: [
    'invalid_state',
    {
      reasonCode: 'unknown_reference',
      field: 'allowedEnvironmentIds',
      when: 'One of the environments does not exist.',
    },
  ],
  scope: 'environment',
  extension: true,
  audited: { eventType: 'client_surface.updated', action: 'update', idParam: 'client_surface_id' },
  params: ClientSurfaceParams,
  query: EnvironmentQuery,
  body: UpdateClientSurfaceBody,
  response: ClientSurfaceAnswer,
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params, body: { configSnippet, reasonCode, ...patch } }) => ({
    scope,
    ...params,
    patch: { ...patch, format: configSnippet.format },
    reasonCode,
  }),
});
