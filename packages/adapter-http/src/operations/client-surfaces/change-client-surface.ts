import { changesOfSurfaces } from '@govgate/application';
import { surfaceVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import {
  ClientSurfaceAnswer,
  ClientSurfaceParams,
  EnvironmentQuery,
  SurfaceReasonBody,
} from '../../wire/client-surface.js';

export const changeClientSurface = verbOperations(
  {
    verbs: surfaceVerbs,
    useCases: changesOfSurfaces,
    noun: 'ClientSurface',
    path: '/v1/client-surfaces/:client_surface_id',
  },
  (verb) =>
    defineOperation({
      ...verb,
      tag: 'client_surfaces',
      scope: 'environment',
      extension: true,
      refuses: ['invalid_state'],
      params: ClientSurfaceParams,
      query: EnvironmentQuery,
      body: SurfaceReasonBody,
      response: ClientSurfaceAnswer,
      recordTag: (surface) => surface.tag,
      toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
    }),
);
