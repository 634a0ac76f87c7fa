import { makeDiffMcpSubmissions } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { Id, ScopeQuery } from '../../wire/fields.js';
import { SubmissionDiffAnswer, SubmissionParams } from '../../wire/mcp-server.js';

export const diffMcpSubmissions = defineOperation({
  id: 'diffMcpSubmissions',
  method: 'get',
  path: '/v1/mcp-servers/:server_id/submissions/:submission_id/diff',
  useCase: makeDiffMcpSubmissions,
  summary: 'Compares a submission with another of the same server',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  extension: true,
  params: SubmissionParams,
  query: v.strictObject({ ...ScopeQuery.entries, against: Id }),
  response: SubmissionDiffAnswer,
  cacheable: true,
  toInput: ({ scope, params, query }) => ({ scope, ...params, against: query.against }),
});
