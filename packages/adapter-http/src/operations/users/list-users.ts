import { makeListUsers } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { UserAnswer, UsersQuery } from '../../wire/account.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';
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
  query: UsersQuery,
  response: pageOf(UserAnswer),
  toInput: ({ scope, query: { status, ...page } }) => ({
    tenantId: scope.tenantId,
    status,
    ...listOptions(page),
  }),
  toWire: (list) => ({ ...list, items: list.items.map(userOut) }),
});
