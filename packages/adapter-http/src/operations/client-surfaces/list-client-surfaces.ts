import { makeListClientSurfaces } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import {
  CLIENT_SURFACE_SORTS,
  ClientSurfacesAnswer,
  ClientSurfacesQuery,
} from '../../wire/client-surface.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';

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
  toInput: ({ scope, query: { lifecycleState, clientType, ownerTeam, limit, cursor, sort } }) => ({
    scope,
    filters: {
      ...(lifecycleState === undefined ? {} : { lifecycleState }),
      ...(clientType === undefined ? {} : { clientType }),
      ...(ownerTeam === undefined ? {} : { ownerTeam }),
    },
    sort: CLIENT_SURFACE_SORTS[sort ?? 'displayName'],
    limit: Number(limit ?? DEFAULT_PAGE_SIZE),
    cursor,
  }),
  toWire: (list, requestId) => ({ ...list, requestId }),
});
