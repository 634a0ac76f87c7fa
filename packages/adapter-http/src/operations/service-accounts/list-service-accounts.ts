import { makeListServiceAccounts } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { ServiceAccountAnswer, ServiceAccountsQuery } from '../../wire/account.js';
import { listOptions } from '../../wire/fields.js';
import { pageOf } from '../../wire/page-of.js';
import { serviceAccountOut } from './service-account-out.js';

export const listServiceAccounts = defineOperation({
  id: 'listServiceAccounts',
  method: 'get',
  path: '/v1/service-accounts',
  useCase: makeListServiceAccounts,
  summary: 'Lists the service accounts of the tenant',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: v.object({}),
  query: ServiceAccountsQuery,
  response: pageOf(ServiceAccountAnswer),
  toInput: ({ scope, query: { status, ...page } }) => ({
    tenantId: scope.tenantId,
    status,
    ...listOptions(page),
  }),
  toWire: (list) => ({ ...list, items: list.items.map(serviceAccountOut) }),
});
