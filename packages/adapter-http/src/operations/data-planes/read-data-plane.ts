import { makeReadDataPlane } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneAnswer, DataPlaneParams } from '../../wire/data-plane.js';
import { ScopeQuery } from '../../wire/fields.js';

export const readDataPlane = defineOperation({
  id: 'readDataPlane',
  method: 'get',
  path: '/v1/data-planes/:data_plane_id',
  useCase: makeReadDataPlane,
  summary: 'Reads a data plane',
  tag: 'data_planes',
  permission: 'data_plane.read',
  scope: 'named',
  extension: true,
  params: DataPlaneParams,
  query: ScopeQuery,
  response: DataPlaneAnswer,
  recordTag: (plane) => plane.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
