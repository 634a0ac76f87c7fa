import { makeListCheckpoints } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CheckpointAnswer, CheckpointsQuery } from '../../wire/audit.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';

export const listCheckpoints = defineOperation({
  id: 'listCheckpoints',
  method: 'get',
  path: '/v1/audit/checkpoints',
  useCase: makeListCheckpoints,
  summary: "Lists the signed checkpoints of the tenant's audit trail, newest first",
  tag: 'audit',
  permission: 'audit.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: CheckpointsQuery,
  response: pageOf(CheckpointAnswer),
  toInput: ({ scope, query }) => ({
    tenantId: scope.tenantId,
    limit: Number(query.limit ?? DEFAULT_PAGE_SIZE),
    cursor: query.cursor,
  }),
});
