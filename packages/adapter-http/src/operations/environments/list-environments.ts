import { ENVIRONMENT_SORTS, makeListEnvironments } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { EnvironmentAnswer } from '../../wire/environment.js';
import { listOptions, listQuery, TenantParameter } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';

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
  query: v.strictObject({ tenant_id: TenantParameter, ...listQuery(ENVIRONMENT_SORTS) }),
  response: pageOf(EnvironmentAnswer),
  cacheable: true,
  toInput: ({ scope, query }) => ({
    tenantId: scope.tenantId,
    ...listOptions(query),
  }),
});
