import { changesOfServiceAccounts, makeUpdateServiceAccount } from '@govgate/application';
import { serviceAccountVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import { ServiceAccountAnswer, ServiceAccountParams, UpdateAccountBody } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { ReasonBody } from '../../wire/reason-body.js';
import { serviceAccountOut } from './service-account-out.js';

const PATH = '/v1/service-accounts/:service_account_id';

// What all changes of a service account share.
const shared = {
  tag: 'local_identity',
  scope: 'tenant',
  extension: true,
  params: ServiceAccountParams,
  query: TenantQuery,
  response: ServiceAccountAnswer,
} as const;

export const updateServiceAccount = defineOperation({
  ...shared,
  id: 'updateServiceAccount',
  method: 'put',
  path: PATH,
  permission: 'local_identity.manage',
  useCase: makeUpdateServiceAccount,
  summary: 'Changes the display name of a service account',
  audited: { eventType: 'service_account.updated', action: 'update', idParam: 'service_account_id' },
  body: UpdateAccountBody,
  recordTag: (serviceAccount) => serviceAccount.tag,
  toInput: ({ scope, params, body }) => ({
    tenantId: scope.tenantId,
    accountId: params.serviceAccountId,
    ...body,
  }),
  toWire: serviceAccountOut,
});

export const changeServiceAccount = verbOperations(
  { verbs: serviceAccountVerbs, useCases: changesOfServiceAccounts, noun: 'ServiceAccount', path: PATH },
  (verb, name) =>
    defineOperation({
      ...verb,
      ...shared,
      refuses: name === 'disable' ? ['last_security_admin'] : [],
      body: ReasonBody,
      recordTag: (serviceAccount) => serviceAccount.tag,
      toInput: ({ scope, params, body }) => ({
        tenantId: scope.tenantId,
        accountId: params.serviceAccountId,
        ...body,
      }),
      toWire: serviceAccountOut,
    }),
);
