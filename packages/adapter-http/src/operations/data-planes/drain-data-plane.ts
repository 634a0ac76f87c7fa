import { makeDrainDataPlane } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneAnswer, OperateBody } from '../../wire/data-plane.js';
import { Id, ScopeQuery } from '../../wire/fields.js';

export const drainDataPlane = defineOperation({
  id: 'drainDataPlane',
  method: 'post',
  path: '/v1/data-planes/:data_plane_id/drain',
  useCase: makeDrainDataPlane,
  summary: 'Orders a data plane out of service',
  tag: 'data_planes',
  permission: 'data_plane.operate',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'data_plane.drained', action: 'drain', idParam: 'data_plane_id' },
  params: v.object({ data_plane_id: Id }),
  query: ScopeQuery,
  body: OperateBody,
  response: DataPlaneAnswer,
  recordTag: (plane) => plane.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
