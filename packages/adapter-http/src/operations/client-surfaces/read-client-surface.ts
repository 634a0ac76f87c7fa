import { makeReadClientSurface } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ClientSurfaceAnswer, ClientSurfaceParams, EnvironmentQuery } from '../../wire/client-surface.js';

export const readClientSurface = defineOperation({
  id: 'readClientSurface',
  method: 'get',
  path: '/v1/client-surfaces/:client_surface_id',
  useCase: makeReadClientSurface,
  summary: 'Reads a client surface',
  tag: 'client_surfaces',
  permission: 'client_surface.read',
  scope: 'environment',
  params: ClientSurfaceParams,
  query: EnvironmentQuery,
  response: ClientSurfaceAnswer,
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
