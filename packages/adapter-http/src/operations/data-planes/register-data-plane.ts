import { makeRegisterDataPlane } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneAnswer, RegisterDataPlaneBody } from '../../wire/data-plane.js';
import { ScopeQuery } from '../../wire/fields.js';

export const registerDataPlane = defineOperation({
  id: 'registerDataPlane',
  method: 'post',
  path: '/v1/data-planes',
  useCase: makeRegisterDataPlane,
  summary: 'Registers a data plane',
  tag: 'data_planes',
  permission: 'data_plane.operate',
  refuses: [
    'already_exists',
    {
      reasonCode: 'invalid_request',
      field: 'readinessProbeRef',
      when: 'This service may not resolve the reference.',
    },
  ],
  scope: 'named',
  extension: true,
  audited: { eventType: 'data_plane.registered', action: 'register' },
  params: v.object({}),
  query: ScopeQuery,
  body: RegisterDataPlaneBody,
  response: DataPlaneAnswer,
  status: 201,
  recordTag: (plane) => plane.tag,
  toInput: ({ scope, body }) => ({ ...body, scope, readinessProbeRef: body.readinessProbeRef ?? null }),
});
