import { makeListUsers } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { AccountsQuery, UserAnswer } from '../../wire/account.js';
import { DEFAULT_PAGE_SIZE } from '../../wire/fields.js';
import { pageOf } from '../../wire/policy.js';
import { userOut } from './user-out.js';

export const listUsers = defineOperation({
  id: 'listUsers',
  method: 'get',
  path: '/v1/users',
  useCase: makeListUsers,
  summary: 'Lists the users of the tenant',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: AccountsQuery,
  response: pageOf(UserAnswer),
  toInput: ({ scope, query: { status, limit, cursor } }) => ({
    tenantId: scope.tenantId,
    status,
    limit: Number(limit ?? DEFAULT_PAGE_SIZE),
    cursor,
  }),
  toWire: (list) => ({ ...list, items: list.items.map(userOut) }),
});
