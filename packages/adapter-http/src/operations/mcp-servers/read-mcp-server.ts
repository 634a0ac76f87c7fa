import { makeReadMcpServer } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { McpServerDetailAnswer, ServerParams } from '../../wire/mcp-server.js';

export const readMcpServer = defineOperation({
  id: 'readMcpServer',
  method: 'get',
  path: '/v1/mcp-servers/:server_id',
  useCase: makeReadMcpServer,
  summary: 'Reads an MCP server with its live manifest',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  extension: true,
  params: ServerParams,
  query: ScopeQuery,
  response: McpServerDetailAnswer,
  recordTag: (server) => server.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
