import { makeWithdrawApiToken } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ApiTokenAnswer, ApiTokenParams } from '../../wire/api-token.js';
import { TenantQuery } from '../../wire/audit.js';
import { ReasonBody } from '../../wire/reason-body.js';

export const revokeApiToken = defineOperation({
  id: 'revokeApiToken',
  method: 'post',
  path: '/v1/api-tokens/:token_id/revoke',
  useCase: makeWithdrawApiToken,
  summary: 'Revokes an API token and those made with it, effective with the next call',
  description:
    'Everybody may revoke their own; a narrowed token without local_identity.manage only itself. The tokens made with it end too.',
  tag: 'local_identity',
  permission: 'local_identity.manage',
  scope: 'tenant',
  extension: true,
  audited: { eventType: 'api_token.revoked', action: 'revoke', idParam: 'token_id' },
  params: ApiTokenParams,
  query: TenantQuery,
  body: ReasonBody,
  response: ApiTokenAnswer,
  recordTag: (token) => token.tag,
  toInput: ({ scope, params, body }) => ({ tenantId: scope.tenantId, ...params, ...body }),
});
