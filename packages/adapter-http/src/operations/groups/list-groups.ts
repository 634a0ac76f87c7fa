import { makeListGroups } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { listOptions } from '../../wire/fields.js';
import { GroupSummaryAnswer, GroupsQuery } from '../../wire/group.js';
import { pageOf } from '../../wire/page-of.js';

export const listGroups = defineOperation({
  id: 'listGroups',
  method: 'get',
  path: '/v1/groups',
  useCase: makeListGroups,
  summary: 'Lists the local groups of the tenant',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: GroupsQuery,
  response: pageOf(GroupSummaryAnswer),
  cacheable: true,
  toInput: ({ scope, query }) => ({
    tenantId: scope.tenantId,
    ...listOptions(query),
  }),
});
