import { makeDiffMcpSubmissions } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { described } from '../../wire/described.js';
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
  query: v.strictObject({
    ...ScopeQuery.entries,
    against: described(Id, 'The submission to compare with.', 'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c'),
  }),
  response: SubmissionDiffAnswer,
  cacheable: true,
  toInput: ({ scope, params, query }) => ({ scope, ...params, against: query.against }),
});
