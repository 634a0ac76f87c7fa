import { makeCreateUser } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CreateUserBody, UserAnswer } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { userOut } from './user-out.js';

export const createUser = defineOperation({
  id: 'createUser',
  method: 'post',
  path: '/v1/users',
  useCase: makeCreateUser,
  summary: 'Creates a user, who may do nothing until granted a role',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: ['already_exists'],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'user.created', action: 'create' },
  params: v.object({}),
  query: TenantQuery,
  body: CreateUserBody,
  response: UserAnswer,
  status: 201,
  recordTag: (user) => user.tag,
  toInput: ({ scope, body: { userId: accountId, ...rest } }) => ({
    tenantId: scope.tenantId,
    accountId,
    ...rest,
  }),
  toWire: userOut,
});
