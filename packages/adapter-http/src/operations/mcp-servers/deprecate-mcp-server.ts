import { makeDeprecateMcpServer } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { DeprecationAnswer, DeprecationBody, ServerParams } from '../../wire/mcp-server.js';

export const deprecateMcpServer = defineOperation({
  id: 'deprecateMcpServer',
  method: 'post',
  path: '/v1/mcp-servers/:server_id/registration-status/deprecate',
  useCase: makeDeprecateMcpServer,
  summary: 'Submits the live manifest of an MCP server as deprecated, for review',
  tag: 'mcp_servers',
  permission: 'mcp_server.deprecate',
  refuses: ['no_live_snapshot', 'already_deprecated', 'duplicate_submission'],
  scope: 'named',
  audited: { eventType: 'mcp_server.deprecation_submitted', action: 'deprecate', idParam: 'server_id' },
  actorField: { name: 'actor_id', rule: 'must_match' },
  params: ServerParams,
  query: ScopeQuery,
  body: DeprecationBody,
  response: DeprecationAnswer,
  status: 201,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, params, body }) => ({
    scope,
    ...params,
    reasonCode: body.reasonCode,
    reason: body.reason,
  }),
});
