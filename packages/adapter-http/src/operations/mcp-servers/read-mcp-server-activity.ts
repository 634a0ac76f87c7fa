import { makeReadMcpServerActivity } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ActivityAnswer, ServerParams } from '../../wire/mcp-server.js';

export const readMcpServerActivity = defineOperation({
  id: 'readMcpServerActivity',
  method: 'get',
  path: '/v1/mcp-servers/:server_id/activity',
  useCase: makeReadMcpServerActivity,
  summary: 'Lists the activity of an MCP server, newest first',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  params: ServerParams,
  query: ScopeQuery,
  response: ActivityAnswer,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
