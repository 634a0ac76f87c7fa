import { makeCreateEnvironment } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { TenantQuery } from '../../wire/audit.js';
import { CreateEnvironmentBody, EnvironmentAnswer } from '../../wire/environment.js';

export const createEnvironment = defineOperation({
  id: 'createEnvironment',
  method: 'post',
  path: '/v1/environments',
  useCase: makeCreateEnvironment,
  summary: 'Creates an environment of the tenant',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  refuses: ['already_exists', 'limit_exceeded'],
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'environment.created', action: 'create' },
  params: v.object({}),
  query: TenantQuery,
  body: CreateEnvironmentBody,
  response: EnvironmentAnswer,
  status: 201,
  toInput: ({ scope, body }) => ({ tenantId: scope.tenantId, ...body }),
});
