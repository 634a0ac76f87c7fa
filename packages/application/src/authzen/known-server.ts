import type { RiskTier, Scope } from '@govgate/domain';
import { liveManifest, type Manifest } from '@govgate/domain/internal';
import { mcpServerKind, mcpSubmissionKind } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** What the registry says about a tool. */
export interface KnownTool {
  /** Approved and unchanged, and its server enabled. */
  readonly callable: boolean;
  readonly riskTier: RiskTier;
  /** Of the approved definition, where it was pinned. */
  readonly definitionHash?: string | undefined;
}

/** What the registry says about a server. */
export interface KnownServer {
  readonly isRegistered: boolean;
  /** Its approved snapshot's tools by id; none before the first approval. */
  readonly tools: ReadonlyMap<string, KnownTool>;
  readonly inUse: boolean;
}

const UNREGISTERED: KnownServer = { isRegistered: false, tools: new Map(), inUse: false };
const UNAPPROVED: KnownServer = { ...UNREGISTERED, isRegistered: true };

/** Looks a server up in the registry, with all its tools. */
export const lookUpServer = async (
  { records }: Pick<Ports, 'records'>,
  scope: Scope,
  serverId: string,
): Promise<KnownServer> => {
  const server = (await records.get(mcpServerKind, scope, serverId))?.record;
  if (server === undefined) return UNREGISTERED;
  if (server.liveSnapshot === null) return UNAPPROVED;
  const live = await records.get(mcpSubmissionKind, scope, server.liveSnapshot.submissionId);
  return live === undefined ? UNAPPROVED : knownServer(liveManifest(server, live.record));
};

const knownServer = (manifest: Manifest): KnownServer => {
  const { registrationStatus, tools } = manifest;
  const inUse = registrationStatus === 'active' || registrationStatus === 'deprecated';
  const known = tools.map((tool): [string, KnownTool] => {
    const { toolId, riskTier, definitionHash, gatewayStatus } = tool;
    return [toolId, { callable: inUse && gatewayStatus === 'approved', riskTier, definitionHash }];
  });
  return { isRegistered: true, inUse, tools: new Map(known) };
};
