import { makeListUserGroups } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { UserParams } from '../../wire/account.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';
import { GroupSummaryAnswer, TenantPageQuery } from '../../wire/group.js';
import { pageOf } from '../../wire/policy.js';

export const listUserGroups = defineOperation({
  id: 'listUserGroups',
  method: 'get',
  path: '/v1/users/:user_id/groups',
  useCase: makeListUserGroups,
  summary: 'Lists the local groups of a user',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: UserParams,
  query: TenantPageQuery,
  response: pageOf(GroupSummaryAnswer),
  cacheable: true,
  toInput: ({ scope, params, query: { limit, cursor } }) => ({
    tenantId: scope.tenantId,
    ...params,
    limit: Number(limit ?? DEFAULT_PAGE_SIZE),
    cursor,
  }),
});
