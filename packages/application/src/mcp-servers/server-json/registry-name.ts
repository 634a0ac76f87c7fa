import { type McpServer, ok, type Result, refuse, type Scope } from '@govgate/domain';
import type { ServerJson } from '@govgate/domain/internal';
import { mcpServerKind, type Stored } from '@govgate/ports';
import type { Ports } from '../../call/ports.js';

/** The server that the registry of an environment has under a name of a `server.json`. */
export const serverNamed = (
  records: Ports['records'],
  scope: Scope,
  registryName: string,
): Promise<Stored<McpServer> | undefined> =>
  records.holder(mcpServerKind, scope, 'one_registry_name', registryName);

interface NamedByServerJson extends Scope {
  readonly serverId: string;
  readonly serverJson?: ServerJson;
}

/** Refuses a manifest with a name under which the registry has another server. */
export const freeRegistryName = async (
  records: Ports['records'],
  { tenantId, environmentId, serverId, serverJson }: NamedByServerJson,
): Promise<Result<void>> => {
  if (serverJson === undefined) return ok(undefined);
  const holder = await serverNamed(records, { tenantId, environmentId }, serverJson.name);
  return holder === undefined || holder.record.serverId === serverId
    ? ok(undefined)
    : refuse('already_exists', 'manifest.server_json.name');
};
