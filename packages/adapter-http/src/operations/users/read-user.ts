import { makeReadUser } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { UserAnswer, UserParams } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { userOut } from './user-out.js';

export const readUser = defineOperation({
  id: 'readUser',
  method: 'get',
  path: '/v1/users/:user_id',
  useCase: makeReadUser,
  summary: 'Reads a user',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: UserParams,
  query: TenantQuery,
  response: UserAnswer,
  recordTag: (user) => user.tag,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, accountId: params.userId }),
  toWire: userOut,
});
