import { makeDisableUser, makeEnableUser, makeUpdateUser } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { UpdateAccountBody, UserAnswer, UserParams } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { ReasonBody } from '../../wire/reason-body.js';
import { userOut } from './user-out.js';

// What all changes of a user share.
const shared = {
  tag: 'local_identity',
  permission: 'local_identity.manage',
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
  path: '/v1/users/:user_id',
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

export const disableUser = defineOperation({
  ...shared,
  id: 'disableUser',
  method: 'post',
  path: '/v1/users/:user_id/disable',
  useCase: makeDisableUser,
  summary: 'Disables a user, ends their live sessions and revokes their API tokens',
  refuses: ['last_security_admin'],
  audited: { eventType: 'user.disabled', action: 'disable', idParam: 'user_id' },
  body: ReasonBody,
  recordTag: (user) => user.tag,
  toInput: ({ scope, params, body }) => ({
    tenantId: scope.tenantId,
    accountId: params.userId,
    ...body,
  }),
  toWire: userOut,
});

export const enableUser = defineOperation({
  ...shared,
  id: 'enableUser',
  method: 'post',
  path: '/v1/users/:user_id/enable',
  useCase: makeEnableUser,
  summary: 'Enables a user; their ended sessions and revoked tokens stay so',
  audited: { eventType: 'user.enabled', action: 'enable', idParam: 'user_id' },
  body: ReasonBody,
  recordTag: (user) => user.tag,
  toInput: ({ scope, params, body }) => ({
    tenantId: scope.tenantId,
    accountId: params.userId,
    ...body,
  }),
  toWire: userOut,
});
