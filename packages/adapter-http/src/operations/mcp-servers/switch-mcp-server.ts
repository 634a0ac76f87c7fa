import { makeDisableMcpServer, makeEnableMcpServer } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { McpServerDetailAnswer, ServerParams } from '../../wire/mcp-server.js';
import { ReasonBody } from '../../wire/policy.js';

const shared = {
  method: 'post',
  tag: 'mcp_servers',
  scope: 'named',
  extension: true,
  params: ServerParams,
  query: ScopeQuery,
  body: ReasonBody,
  response: McpServerDetailAnswer,
} as const;

export const disableMcpServer = defineOperation({
  ...shared,
  id: 'disableMcpServer',
  path: '/v1/mcp-servers/:server_id/disable',
  useCase: makeDisableMcpServer,
  summary: 'Stops all calls to an MCP server',
  permission: 'mcp_server.disable',
  audited: { eventType: 'mcp_server.disabled', action: 'disable', idParam: 'server_id' },
  recordTag: (server) => server.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});

export const enableMcpServer = defineOperation({
  ...shared,
  id: 'enableMcpServer',
  path: '/v1/mcp-servers/:server_id/enable',
  useCase: makeEnableMcpServer,
  summary: 'Allows calls to an MCP server again',
  permission: 'mcp_server.disable',
  audited: { eventType: 'mcp_server.enabled', action: 'enable', idParam: 'server_id' },
  recordTag: (server) => server.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
