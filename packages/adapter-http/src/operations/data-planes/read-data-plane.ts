import { makeReadDataPlane } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneAnswer } from '../../wire/data-plane.js';
import { Id, ScopeQuery } from '../../wire/fields.js';

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
  params: v.object({ data_plane_id: Id }),
  query: ScopeQuery,
  response: DataPlaneAnswer,
  recordTag: (plane) => plane.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
