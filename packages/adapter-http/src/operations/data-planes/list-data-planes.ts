import { makeListDataPlanes } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { DataPlanesAnswer, DataPlanesQuery } from '../../wire/data-plane.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';

export const listDataPlanes = defineOperation({
  id: 'listDataPlanes',
  method: 'get',
  path: '/v1/data-planes',
  useCase: makeListDataPlanes,
  summary: 'Lists topology and health of the data planes of an environment',
  tag: 'data_planes',
  permission: 'data_plane.read',
  scope: 'named',
  params: v.object({}),
  query: DataPlanesQuery,
  response: DataPlanesAnswer,
  toInput: ({ scope, query: { status, deploymentMode, region, policySyncStatus, ...page } }) => ({
    scope,
    filters: {
      ...(status === undefined ? {} : { status }),
      ...(deploymentMode === undefined ? {} : { deploymentMode }),
      ...(region === undefined ? {} : { region }),
      ...(policySyncStatus === undefined ? {} : { policySyncStatus }),
    },
    q: page.q,
    sort: page.sort ?? 'displayName',
    pageSize: Number(page.pageSize ?? DEFAULT_PAGE_SIZE),
    pageToken: page.pageToken,
  }),
  toWire: ({ filters: { status, deploymentMode, region, policySyncStatus }, ...list }, requestId) => ({
    ...list,
    requestId,
    filters: {
      ...(status === undefined ? {} : { status }),
      ...(deploymentMode === undefined ? {} : { deployment_mode: deploymentMode }),
      ...(region === undefined ? {} : { region }),
      ...(policySyncStatus === undefined ? {} : { policy_sync_status: policySyncStatus }),
    },
  }),
});
