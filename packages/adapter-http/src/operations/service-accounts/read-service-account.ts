import { makeReadServiceAccount } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ServiceAccountAnswer, ServiceAccountParams } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { serviceAccountOut } from './service-account-out.js';

export const readServiceAccount = defineOperation({
  id: 'readServiceAccount',
  method: 'get',
  path: '/v1/service-accounts/:service_account_id',
  useCase: makeReadServiceAccount,
  summary: 'Reads a service account',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: ServiceAccountParams,
  query: TenantQuery,
  response: ServiceAccountAnswer,
  recordTag: (serviceAccount) => serviceAccount.tag,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, accountId: params.serviceAccountId }),
  toWire: serviceAccountOut,
});
