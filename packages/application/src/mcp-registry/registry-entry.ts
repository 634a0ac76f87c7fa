import type { EnvironmentSettings, Instant, McpServer, McpSubmission, Scope } from '@govgate/domain';
import {
  liveManifest,
  type Manifest,
  type ServerJson,
  type ServerJsonPackage,
  type ServerJsonRemote,
} from '@govgate/domain/internal';
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
  readonly remote: ServerJsonRemote | undefined;
  /** How it is installed; none where the environment has a gateway, which a package goes around. */
  readonly packages: readonly ServerJsonPackage[];
  /** What it says of itself, where it was registered from that. */
  readonly serverJson: ServerJson | undefined;
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
    remote: gateway === undefined ? ownRemote(manifest) : httpAt(behindGateway(gateway, server.serverId)),
    packages: gateway === undefined ? (manifest.serverJson?.packages ?? []) : [],
    serverJson: manifest.serverJson,
    status: liveSnapshot.registrationStatus,
    publishedAt: liveSnapshot.activatedAt,
    updatedAt: server.updatedAt,
    tools: tools.map(({ name }) => name),
  };
};

/** The entries of servers whose approved manifests are read with them. */
export const registryEntries = async (
  deps: Pick<Ports, 'records' | 'timer'>,
  { scope, settings }: { readonly scope: Scope; readonly settings: EnvironmentSettings },
  servers: readonly McpServer[],
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

const ownRemote = ({ endpoint, serverJson }: Manifest): ServerJsonRemote | undefined =>
  serverJson?.remotes?.find(({ url }) => url === endpoint) ??
  (endpoint === undefined ? undefined : httpAt(endpoint));

const httpAt = (url: string): ServerJsonRemote => ({ type: 'streamable-http', url });

const behindGateway = (gatewayUrl: string, serverId: string): string =>
  `${gatewayUrl.replace(/\/$/, '')}/${encodeURIComponent(serverId)}`;
