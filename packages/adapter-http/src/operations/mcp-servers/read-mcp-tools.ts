import { makeReadMcpTools } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ServerParams, SubmissionAnswer } from '../../wire/mcp-server.js';
import { LIVE_READING_REFUSALS, MANIFEST_REFUSALS, ReadToolsBody } from '../../wire/mcp-server-input.js';

export const readMcpTools = defineOperation({
  id: 'readMcpTools',
  method: 'post',
  path: '/v1/mcp-servers/:server_id/read-tools',
  useCase: makeReadMcpTools,
  summary: 'Reads a live MCP server and submits its description for review',
  tag: 'mcp_servers',
  permission: 'mcp_server.register',
  refuses: ['duplicate_submission', 'invalid_state', ...MANIFEST_REFUSALS, ...LIVE_READING_REFUSALS],
  scope: 'named',
  extension: true,
  audited: { eventType: 'mcp_server.registered', action: 'read_tools', idParam: 'server_id' },
  params: ServerParams,
  query: ScopeQuery,
  body: ReadToolsBody,
  response: SubmissionAnswer,
  status: 201,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
