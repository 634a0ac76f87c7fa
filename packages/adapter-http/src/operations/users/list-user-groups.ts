import { makeListUserGroups } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { UserParams } from '../../wire/account.js';
import { listOptions } from '../../wire/fields.js';
import { GroupSummaryAnswer, GroupsQuery } from '../../wire/group.js';
import { pageOf } from '../../wire/page-of.js';

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
  query: GroupsQuery,
  response: pageOf(GroupSummaryAnswer),
  cacheable: true,
  toInput: ({ scope, params, query }) => ({
    tenantId: scope.tenantId,
    ...params,
    ...listOptions(query),
  }),
});
