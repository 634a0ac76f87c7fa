import { makeListClientSurfaces } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import {
  CLIENT_SURFACE_SORTS,
  ClientSurfacesAnswer,
  ClientSurfacesQuery,
} from '../../wire/client-surface.js';
import { listOptions } from '../../wire/fields.js';

export const listClientSurfaces = defineOperation({
  id: 'listClientSurfaces',
  method: 'get',
  path: '/v1/client-surfaces',
  useCase: makeListClientSurfaces,
  summary: 'Lists the client surfaces available in an environment',
  tag: 'client_surfaces',
  permission: 'client_surface.read',
  scope: 'environment',
  params: v.object({}),
  query: ClientSurfacesQuery,
  response: ClientSurfacesAnswer,
  toInput: ({ scope, query: { lifecycleState, clientType, ownerTeam, ...page } }) => ({
    scope,
    filters: {
      ...(lifecycleState === undefined ? {} : { lifecycleState }),
      ...(clientType === undefined ? {} : { clientType }),
      ...(ownerTeam === undefined ? {} : { ownerTeam }),
    },
    ...listOptions(page),
    sort: CLIENT_SURFACE_SORTS[page.sort ?? 'displayName'],
  }),
  toWire: (list, requestId) => ({ ...list, requestId }),
});
