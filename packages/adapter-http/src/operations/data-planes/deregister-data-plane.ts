import { makeDeregisterDataPlane } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneAnswer, DataPlaneParams, OperateBody } from '../../wire/data-plane.js';
import { ScopeQuery } from '../../wire/fields.js';

export const deregisterDataPlane = defineOperation({
  id: 'deregisterDataPlane',
  method: 'post',
  path: '/v1/data-planes/:data_plane_id/deregister',
  useCase: makeDeregisterDataPlane,
  summary: 'Deregisters a data plane',
  tag: 'data_planes',
  permission: 'data_plane.operate',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'data_plane.deregistered', action: 'deregister', idParam: 'data_plane_id' },
  params: DataPlaneParams,
  query: ScopeQuery,
  body: OperateBody,
  response: DataPlaneAnswer,
  recordTag: (plane) => plane.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
