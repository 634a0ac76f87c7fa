import { changesOfPlanes } from '@govgate/application';
import { planeVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import { DataPlaneAnswer, DataPlaneParams, OperateBody } from '../../wire/data-plane.js';
import { ScopeQuery } from '../../wire/fields.js';

export const orderDataPlane = verbOperations(
  {
    verbs: planeVerbs,
    useCases: changesOfPlanes,
    noun: 'DataPlane',
    path: '/v1/data-planes/:data_plane_id',
  },
  (verb) =>
    defineOperation({
      ...verb,
      tag: 'data_planes',
      scope: 'named',
      extension: true,
      refuses: ['invalid_state'],
      params: DataPlaneParams,
      query: ScopeQuery,
      body: OperateBody,
      response: DataPlaneAnswer,
      recordTag: (plane) => plane.tag,
      toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
    }),
);
