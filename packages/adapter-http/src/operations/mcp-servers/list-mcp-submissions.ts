import { makeListMcpSubmissions } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ServerParams, SubmissionsAnswer } from '../../wire/mcp-server.js';
import { SubmissionsQuery } from '../../wire/mcp-server-input.js';

export const listMcpSubmissions = defineOperation({
  id: 'listMcpSubmissions',
  method: 'get',
  path: '/v1/mcp-servers/:server_id/submissions',
  useCase: makeListMcpSubmissions,
  summary: 'Lists the submissions of an MCP server, newest first',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  params: ServerParams,
  query: SubmissionsQuery,
  response: SubmissionsAnswer,
  cacheable: true,
  toInput: ({ scope, params, query }) => ({ scope, ...params, status: query.status }),
});
