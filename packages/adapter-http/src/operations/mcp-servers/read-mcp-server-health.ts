import { makeReadMcpServerHealth } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { HealthAnswer, ServerParams } from '../../wire/mcp-server.js';

export const readMcpServerHealth = defineOperation({
  id: 'readMcpServerHealth',
  method: 'get',
  path: '/v1/mcp-servers/:server_id/health',
  useCase: makeReadMcpServerHealth,
  summary: 'Reads the stored health of an MCP server; never probes',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'bootstrap',
  params: ServerParams,
  query: ScopeQuery,
  response: HealthAnswer,
  recordTag: (health) => health.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
