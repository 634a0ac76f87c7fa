import { makeCreateServiceAccount } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { CreateServiceAccountBody, ServiceAccountAnswer } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { serviceAccountOut } from './service-account-out.js';

export const createServiceAccount = defineOperation({
  id: 'createServiceAccount',
  method: 'post',
  path: '/v1/service-accounts',
  useCase: makeCreateServiceAccount,
  summary: 'Creates a service account, which may do nothing until it is granted a role',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: ['already_exists'],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'service_account.created', action: 'create' },
  params: v.object({}),
  query: TenantQuery,
  body: CreateServiceAccountBody,
  response: ServiceAccountAnswer,
  status: 201,
  recordTag: (serviceAccount) => serviceAccount.tag,
  toInput: ({ scope, body: { serviceAccountId: accountId, ...rest } }) => ({
    tenantId: scope.tenantId,
    accountId,
    ...rest,
  }),
  toWire: serviceAccountOut,
});
