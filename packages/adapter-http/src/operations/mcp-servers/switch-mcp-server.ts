import { changesOfServers } from '@govgate/application';
import { serverVerbs } from '@govgate/domain/internal';
import { defineOperation } from '../../operation/define-operation.js';
import { verbOperations } from '../../operation/verb-operations.js';
import { ScopeQuery } from '../../wire/fields.js';
import { McpServerDetailAnswer, ServerParams } from '../../wire/mcp-server.js';
import { ReasonBody } from '../../wire/reason-body.js';

export const switchMcpServer = verbOperations(
  { verbs: serverVerbs, useCases: changesOfServers, noun: 'McpServer', path: '/v1/mcp-servers/:server_id' },
  (verb) =>
    defineOperation({
      ...verb,
      tag: 'mcp_servers',
      scope: 'named',
      extension: true,
      params: ServerParams,
      query: ScopeQuery,
      body: ReasonBody,
      response: McpServerDetailAnswer,
      recordTag: (server) => server.tag,
      toInput: ({ scope, params, body }) => ({ scope, ...params, ...body }),
    }),
);
