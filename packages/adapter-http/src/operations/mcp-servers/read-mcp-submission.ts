import { makeReadMcpSubmission } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { SubmissionAnswer, SubmissionParams } from '../../wire/mcp-server.js';

export const readMcpSubmission = defineOperation({
  id: 'readMcpSubmission',
  method: 'get',
  path: '/v1/mcp-servers/:server_id/submissions/:submission_id',
  useCase: makeReadMcpSubmission,
  summary: 'Reads one submission with its manifest',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  extension: true,
  params: SubmissionParams,
  query: ScopeQuery,
  response: SubmissionAnswer,
  cacheable: true,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
