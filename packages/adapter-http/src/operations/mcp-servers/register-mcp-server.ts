import { makeRegisterMcpServer } from '@govgate/application';
import * as v from 'valibot';
import { DEFINITIONS_FORM } from '../../operation/body-form.js';
import { defineOperation } from '../../operation/define-operation.js';
import { ScopeQuery } from '../../wire/fields.js';
import { SubmissionAnswer } from '../../wire/mcp-server.js';
import {
  LIVE_READING_REFUSALS,
  MANIFEST_BODY_LIMIT,
  MANIFEST_REFUSALS,
  RegisterMcpServerBody,
} from '../../wire/mcp-server-input.js';

export const registerMcpServer = defineOperation({
  id: 'registerMcpServer',
  method: 'post',
  path: '/v1/mcp-servers',
  useCase: makeRegisterMcpServer,
  summary: 'Registers an MCP server with its first submission, pending review',
  tag: 'mcp_servers',
  permission: 'mcp_server.register',
  refuses: ['already_exists', ...MANIFEST_REFUSALS, ...LIVE_READING_REFUSALS],
  scope: 'named',
  extension: true,
  audited: { eventType: 'mcp_server.registered', action: 'register' },
  params: v.object({}),
  query: ScopeQuery,
  body: RegisterMcpServerBody,
  bodyLimit: MANIFEST_BODY_LIMIT,
  bodyForm: DEFINITIONS_FORM,
  response: SubmissionAnswer,
  status: 201,
  recordTag: (submission) => submission.tag,
  toInput: ({ scope, body }) => ({ scope, ...body }),
});
