import { makeReadApiToken } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ApiTokenAnswer, ApiTokenParams } from '../../wire/api-token.js';
import { TenantQuery } from '../../wire/audit.js';

export const readApiToken = defineOperation({
  id: 'readApiToken',
  method: 'get',
  path: '/v1/api-tokens/:token_id',
  useCase: makeReadApiToken,
  summary: 'Reads an API token, never its text',
  description: 'Everybody may read their own, with a narrowed token only that one.',
  tag: 'local_identity',
  permission: 'local_identity.read',
  scope: 'tenant',
  extension: true,
  params: ApiTokenParams,
  query: TenantQuery,
  response: ApiTokenAnswer,
  recordTag: (token) => token.tag,
  toInput: ({ scope, params }) => ({ tenantId: scope.tenantId, ...params }),
});
