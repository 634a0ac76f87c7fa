import { makeReadHealthHistory } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlaneParams, HealthHistoryAnswer, HealthHistoryQuery } from '../../wire/data-plane.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';

export const readHealthHistory = defineOperation({
  id: 'readDataPlaneHealthHistory',
  method: 'get',
  path: '/v1/data-planes/:data_plane_id/health-history',
  useCase: makeReadHealthHistory,
  summary: "Reads when a data plane's health changed, newest first",
  tag: 'data_planes',
  permission: 'data_plane.read',
  scope: 'named',
  extension: true,
  params: DataPlaneParams,
  query: HealthHistoryQuery,
  response: HealthHistoryAnswer,
  toInput: ({ scope, params, query }) => ({
    scope,
    ...params,
    limit: Number(query.limit ?? DEFAULT_PAGE_SIZE),
  }),
});
