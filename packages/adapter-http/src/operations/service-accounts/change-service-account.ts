import {
  makeDisableServiceAccount,
  makeEnableServiceAccount,
  makeUpdateServiceAccount,
} from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ServiceAccountAnswer, ServiceAccountParams, UpdateAccountBody } from '../../wire/account.js';
import { TenantQuery } from '../../wire/audit.js';
import { ReasonBody } from '../../wire/reason-body.js';
import { serviceAccountOut } from './service-account-out.js';

// What all changes of a service account share.
const shared = {
  tag: 'local_identity',
  permission: 'local_identity.manage',
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
  path: '/v1/service-accounts/:service_account_id',
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

export const disableServiceAccount = defineOperation({
  ...shared,
  id: 'disableServiceAccount',
  method: 'post',
  path: '/v1/service-accounts/:service_account_id/disable',
  useCase: makeDisableServiceAccount,
  summary: 'Disables a service account and revokes its API tokens',
  refuses: ['last_security_admin'],
  audited: { eventType: 'service_account.disabled', action: 'disable', idParam: 'service_account_id' },
  body: ReasonBody,
  recordTag: (serviceAccount) => serviceAccount.tag,
  toInput: ({ scope, params, body }) => ({
    tenantId: scope.tenantId,
    accountId: params.serviceAccountId,
    ...body,
  }),
  toWire: serviceAccountOut,
});

export const enableServiceAccount = defineOperation({
  ...shared,
  id: 'enableServiceAccount',
  method: 'post',
  path: '/v1/service-accounts/:service_account_id/enable',
  useCase: makeEnableServiceAccount,
  summary: 'Enables a service account; its revoked tokens stay revoked',
  audited: { eventType: 'service_account.enabled', action: 'enable', idParam: 'service_account_id' },
  body: ReasonBody,
  recordTag: (serviceAccount) => serviceAccount.tag,
  toInput: ({ scope, params, body }) => ({
    tenantId: scope.tenantId,
    accountId: params.serviceAccountId,
    ...body,
  }),
  toWire: serviceAccountOut,
});
