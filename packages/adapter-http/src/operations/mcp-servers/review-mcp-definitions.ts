import { makeReviewMcpDefinitions } from '@govgate/application';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { DefinitionReviewAnswer, SubmissionParams } from '../../wire/mcp-server.js';

export const reviewMcpDefinitions = defineOperation({
  id: 'reviewMcpDefinitions',
  method: 'get',
  path: '/v1/mcp-servers/:server_id/submissions/:submission_id/definitions',
  useCase: makeReviewMcpDefinitions,
  summary: "Compares a submission's tool descriptions with the approved ones, as untrusted text",
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  extension: true,
  params: SubmissionParams,
  query: ScopeQuery,
  response: DefinitionReviewAnswer,
  cacheable: true,
  toInput: ({ scope, params }) => ({ scope, ...params }),
});
