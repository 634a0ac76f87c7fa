import { makeListMcpServers } from '@govgate/application';
import * as v from 'valibot';
import { defineOperation } from '../../operation/define-operation.js';
import { listOptions } from '../../wire/fields.js';
import { McpServerAnswer } from '../../wire/mcp-server.js';
import { McpServersQuery } from '../../wire/mcp-server-input.js';
import { pageOf } from '../../wire/page-of.js';

export const listMcpServers = defineOperation({
  id: 'listMcpServers',
  method: 'get',
  path: '/v1/mcp-servers',
  useCase: makeListMcpServers,
  summary: 'Lists the MCP servers of an environment',
  tag: 'mcp_servers',
  permission: 'mcp_server.read',
  scope: 'named',
  extension: true,
  params: v.object({}),
  query: McpServersQuery,
  response: pageOf(McpServerAnswer),
  cacheable: true,
  toInput: ({ scope, query: { registrationStatus, ownerTeam, ...page } }) => ({
    scope,
    filters: {
      ...(registrationStatus === undefined ? {} : { registrationStatus }),
      ...(ownerTeam === undefined ? {} : { ownerTeam }),
    },
    ...listOptions(page),
  }),
});
