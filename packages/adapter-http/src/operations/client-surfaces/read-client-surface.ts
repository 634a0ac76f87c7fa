import { makeReadClientSurface } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ClientSurfaceAnswer, EnvironmentQuery } from '../../wire/client-surface.js';
import { Id } from '../../wire/fields.js';

export const readClientSurface = defineOperation({
  id: 'readClientSurface',
  method: 'get',
  path: '/v1/client-surfaces/:client_surface_id',
  useCase: makeReadClientSurface,
  summary: 'Reads a client surface',
  tag: 'client_surfaces',
  permission: 'client_surface.read',
  scope: 'environment',
  params: v.object({ client_surface_id: Id }),
  query: EnvironmentQuery,
  response: ClientSurfaceAnswer,
  recordTag: (surface) => surface.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
