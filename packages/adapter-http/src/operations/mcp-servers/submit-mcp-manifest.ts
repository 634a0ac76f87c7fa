import { makeSubmitMcpManifest } from '@govgate/application';
import { DEFINITIONS_FORM } from '../../operation/body-form.js';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { ServerParams, SubmissionAnswer } from '../../wire/mcp-server.js';
import { MANIFEST_BODY_LIMIT, MANIFEST_REFUSALS, SubmitManifestBody } from '../../wire/mcp-server-input.js';

export const submitMcpManifest = defineOperation({
  id: 'submitMcpManifest',
  method: 'post',
  path: '/v1/mcp-servers/:server_id/submissions',
  useCase: makeSubmitMcpManifest,
  summary: 'Submits an edit of an MCP server for review, superseding a pending one',
  tag: 'mcp_servers',
  permission: 'mcp_server.register',
  refuses: ['duplicate_submission', ...MANIFEST_REFUSALS],
  scope: 'named',
  extension: true,
  audited: { eventType: 'mcp_server.registered', action: 'submit', idParam: 'server_id' },
  params: ServerParams,
  query: ScopeQuery,
  body: SubmitManifestBody,
  bodyLimit: MANIFEST_BODY_LIMIT,
  bodyForm: DEFINITIONS_FORM,
  response: SubmissionAnswer,
  status: 201,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
});
