import { makeListRegistry, makeReadRegistryEntry } from '@govgate/application';
import { defineOperation, type Operation } from '../operation/define-operation.js';
import { serverIdIn } from './server-name.js';
import {
  DEFAULT_LIMIT,
  MOST_LIMIT,
  OtherQuery,
  RegistryParams,
  RegistryQuery,
  RegistryServerAnswer,
  RegistryServerParams,
  RegistryServersAnswer,
  RegistryVersionParams,
  serverAnswer,
} from './wire.js';

const SERVERS = '/registry/:tenant_id/:environment_id/v0.1/servers';

/** Without a token where the environment says so. */
const REGISTRY_OPERATION = {
  method: 'get',
  tag: 'mcp_servers',
  permission: 'public',
  takesToken: true,
  scope: 'none',
  extension: true,
  refuses: ['unauthenticated', 'not_found', 'permission_denied', 'scope_forbidden'],
} as const;

const listServers = defineOperation({
  ...REGISTRY_OPERATION,
  id: 'listRegistryServers',
  path: SERVERS,
  useCase: makeListRegistry,
  summary: 'Lists the approved MCP servers of an environment (MCP registry API v0.1)',
  params: RegistryParams,
  query: RegistryQuery,
  response: RegistryServersAnswer,
  toInput: ({ params, query: { limit, search, updatedSince, version, cursor } }) => ({
    scope: params,
    limit: Math.min(Number(limit ?? DEFAULT_LIMIT), MOST_LIMIT),
    q: search,
    cursor,
    updatedSinceMs: updatedSince === undefined ? undefined : Date.parse(updatedSince),
    version: exactVersion(version),
  }),
  toWire: ({ items, nextCursor }) => ({
    servers: items.map(serverAnswer),
    metadata: { count: items.length, ...(nextCursor === undefined ? {} : { nextCursor }) },
  }),
});

const listVersions = defineOperation({
  ...REGISTRY_OPERATION,
  id: 'listRegistryVersions',
  path: `${SERVERS}/:server_name/versions`,
  useCase: makeReadRegistryEntry,
  summary: 'Lists the versions of an MCP server: the approved one (MCP registry API v0.1)',
  params: RegistryServerParams,
  query: OtherQuery,
  response: RegistryServersAnswer,
  toInput: ({ params }) => refOf(params),
  toWire: (entry) => ({ servers: [serverAnswer(entry)], metadata: { count: 1 } }),
});

const readVersion = defineOperation({
  ...REGISTRY_OPERATION,
  id: 'readRegistryVersion',
  path: `${SERVERS}/:server_name/versions/:version`,
  useCase: makeReadRegistryEntry,
  summary: 'Reads a version of an MCP server, or `latest` (MCP registry API v0.1)',
  params: RegistryVersionParams,
  query: OtherQuery,
  response: RegistryServerAnswer,
  toInput: ({ params }) => ({ ...refOf(params), version: exactVersion(params.version) }),
  toWire: serverAnswer,
});

interface NamedServer {
  readonly tenantId: string;
  readonly environmentId: string;
  readonly serverName: string;
}

const refOf = ({ tenantId, environmentId, serverName }: NamedServer) => {
  const id = serverIdIn(tenantId, serverName);
  return {
    scope: { tenantId, environmentId },
    server: id === '' ? { registryName: serverName } : { id },
  };
};

const exactVersion = (version: string | undefined): string | undefined =>
  version === 'latest' ? undefined : version;

/** The operations of the MCP registry API. Its own document describes them, so ours does not. */
export const mcpRegistryOperations: readonly Operation[] = [listServers, listVersions, readVersion];
