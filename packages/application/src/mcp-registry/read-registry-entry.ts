import { type McpServer, ok, refuse, type Scope } from '@govgate/domain';
import { mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { serverNamed } from '../mcp-servers/server-json/registry-name.js';
import { isCoveredBy } from '../paging/list-scope.js';
import { admitToRegistry } from './admit-registry.js';
import { type RegistryEntry, registryEntry } from './registry-entry.js';

export interface RegistryEntryRef {
  readonly scope: Scope;
  /** Its id, or the name in its `server.json`. */
  readonly server: { readonly id: string } | { readonly registryName: string };
  /** Undefined: whichever is approved. */
  readonly version?: string | undefined;
}

/** Reads one server of a registry; one that the caller may not read, of which nothing may be called, or of another version is absent. */
export const makeReadRegistryEntry =
  (deps: Pick<Ports, 'records'>): UseCase<RegistryEntryRef, RegistryEntry> =>
  async (context, { scope, server: wanted, version }) => {
    const admitted = await admitToRegistry(deps, context, scope);
    if (!admitted.ok) return admitted;
    const { settings, coverage } = admitted.value;
    const server = await findServer(deps.records, scope, wanted);
    if (server === undefined || server.liveSnapshot === null) return refuse('not_found');
    if (!isCoveredBy(coverage, { ownerTeam: server.ownerTeam, id: server.serverId }))
      return refuse('not_found');
    const live = await deps.records.get(mcpSubmissionKind, scope, server.liveSnapshot.submissionId);
    const entry = live === undefined ? undefined : registryEntry(server, live.record, settings);
    const isWanted = entry !== undefined && (version === undefined || entry.version === version);
    return isWanted ? ok(entry) : refuse('not_found');
  };

// A server with a name of its own is not there under the other one.
const findServer = async (
  records: Ports['records'],
  scope: Scope,
  wanted: RegistryEntryRef['server'],
): Promise<McpServer | undefined> => {
  if ('registryName' in wanted) return (await serverNamed(records, scope, wanted.registryName))?.record;
  const server = (await records.get(mcpServerKind, scope, wanted.id))?.record;
  return server?.liveSnapshot?.registryName === undefined ? server : undefined;
};
