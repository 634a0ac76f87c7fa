import { changesOfUsers, makeUpdateUser } from '@govgate/application';
import { userVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import { UpdateAccountBody, UserAnswer, UserParams } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { ReasonBody } from '../../wire/reason-body.js';
import { userOut } from './user-out.js';

const PATH = '/v1/users/:user_id';

// What all changes of a user share.
const shared = {
  tag: 'local_identity',
  scope: 'tenant',
  extension: true,
  params: UserParams,
  query: TenantQuery,
  response: UserAnswer,
} as const;

export const updateUser = defineOperation({
  ...shared,
  id: 'updateUser',
  method: 'put',
  path: PATH,
  permission: 'local_identity.manage',
  useCase: makeUpdateUser,
  summary: 'Changes the display name of a user',
  audited: { eventType: 'user.updated', action: 'update', idParam: 'user_id' },
  body: UpdateAccountBody,
  recordTag: (user) => user.tag,
  toInput: ({ scope, params, body }) => ({
    tenantId: scope.tenantId,
    accountId: params.userId,
    ...body,
  }),
  toWire: userOut,
});

export const changeUser = verbOperations(
  { verbs: userVerbs, useCases: changesOfUsers, noun: 'User', path: PATH },
  (verb, name) =>
    defineOperation({
      ...verb,
      ...shared,
      refuses: name === 'disable' ? ['last_security_admin'] : [],
      body: ReasonBody,
      recordTag: (user) => user.tag,
      toInput: ({ scope, params, body }) => ({
        tenantId: scope.tenantId,
        accountId: params.userId,
        ...body,
      }),
      toWire: userOut,
    }),
);
