import { makeListEnvironments } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { EnvironmentAnswer } from '../../wire/environment.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';
import { TenantPageQuery } from '../../wire/group.js';
import { pageOf } from '../../wire/policy.js';

export const listEnvironments = defineOperation({
  id: 'listEnvironments',
  method: 'get',
  path: '/v1/environments',
  useCase: makeListEnvironments,
  summary: 'Lists the environments of the tenant',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: TenantPageQuery,
  response: pageOf(EnvironmentAnswer),
  cacheable: true,
  toInput: ({ scope, query: { limit, cursor } }) => ({
    tenantId: scope.tenantId,
    limit: Number(limit ?? DEFAULT_PAGE_SIZE),
    cursor,
  }),
});
