import {
  type EnvironmentSettings,
  type Instant,
  liveManifest,
  type McpServer,
  type McpSubmission,
  type Scope,
} from '@govgate/domain';
import { mcpSubmissionKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { partsOfRecords } from '../paging/every-record.js';

/** An approved MCP server as a registry offers it (docs/spec/mcp-servers.md#registry). */
export interface RegistryEntry {
  readonly tenantId: string;
  readonly serverId: string;
  readonly title: string;
  readonly version: string;
  readonly docsUrl: string;
  /** Where it is reached: through the gateway if the environment has one, else its own endpoint, if it has any. */
  readonly url: string | undefined;
  readonly status: 'active' | 'deprecated';
  readonly publishedAt: Instant;
  readonly updatedAt: Instant;
  /** Names of the tools that may be called; at least one. */
  readonly tools: readonly string[];
}

/** The entry of a server; undefined where nothing of it may be called. */
export const registryEntry = (
  server: McpServer,
  live: McpSubmission,
  settings: EnvironmentSettings,
): RegistryEntry | undefined => {
  const { liveSnapshot } = server;
  if (liveSnapshot === null || server.disabledAt !== null) return undefined;
  const manifest = liveManifest(server, live);
  const tools = manifest.tools.filter(({ gatewayStatus }) => gatewayStatus === 'approved');
  if (tools.length === 0) return undefined;
  const gateway = settings.registry?.gatewayUrl;
  return {
    tenantId: server.tenantId,
    serverId: server.serverId,
    title: server.name,
    version: liveSnapshot.version,
    docsUrl: manifest.docsUrl,
    url: gateway === undefined ? manifest.endpoint : behindGateway(gateway, server.serverId),
    status: liveSnapshot.registrationStatus,
    publishedAt: liveSnapshot.activatedAt,
    updatedAt: server.updatedAt,
    tools: tools.map(({ name }) => name),
  };
};

/** The entries of servers whose approved manifests are read with them. */
export const registryEntries = async (
  deps: Pick<Ports, 'records' | 'timer'>,
  scope: Scope,
  servers: readonly McpServer[],
  settings: EnvironmentSettings,
): Promise<readonly RegistryEntry[]> => {
  const byLive = new Map(servers.map((server) => [server.liveSnapshot?.submissionId, server]));
  const entries = await partsOfRecords(deps, mcpSubmissionKind, scope, {
    ids: [...byLive.keys()].filter((id) => id !== undefined),
    partOf: (live) => {
      const server = byLive.get(live.submissionId);
      return server === undefined ? undefined : registryEntry(server, live, settings);
    },
  });
  const byServer = new Map(entries.map((entry) => [entry?.serverId, entry]));
  return servers.flatMap(({ serverId }) => byServer.get(serverId) ?? []);
};

const behindGateway = (gatewayUrl: string, serverId: string): string =>
  `${gatewayUrl.replace(/\/$/, '')}/${encodeURIComponent(serverId)}`;
