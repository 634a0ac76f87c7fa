import { makeResyncDataPlane } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneAnswer, OperateBody } from '../../wire/data-plane.js';
import { Id, ScopeQuery } from '../../wire/fields.js';

export const resyncDataPlane = defineOperation({
  id: 'resyncDataPlane',
  method: 'post',
  path: '/v1/data-planes/:data_plane_id/resync-policy',
  useCase: makeResyncDataPlane,
  summary: 'Orders a data plane to fetch its policy again',
  tag: 'data_planes',
  permission: 'data_plane.operate',
  refuses: ['invalid_state'],
  scope: 'named',
  extension: true,
  audited: { eventType: 'data_plane.resynced', action: 'resync_policy', idParam: 'data_plane_id' },
  params: v.object({ data_plane_id: Id }),
  query: ScopeQuery,
  body: OperateBody,
  response: DataPlaneAnswer,
  recordTag: (plane) => plane.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
