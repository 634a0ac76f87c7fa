import type { Instant } from '../instant.js';
import type { Manifest, ManifestTool } from './manifest.js';
import type { RegistrationStatus } from './mcp-server.machine.js';
import { type McpSubmission, snapshotManifest } from './submission.js';

/** What is live of a server: the approved submission it was made of. Unchanged by submissions. */
export interface LiveSnapshot {
  readonly snapshotId: string;
  readonly submissionId: string;
  readonly manifestHash: string;
  readonly version: string;
  readonly registrationStatus: 'active' | 'deprecated';
  readonly activatedAt: Instant;
}

/** A live tool that is not, or not as it is, what was approved (decisions, section 16). It is not callable. */
export interface DriftedTool {
  readonly toolId: string;
  /** `changed`: another definition than the approved one; `pending`: the approved snapshot does not hold it. */
  readonly gatewayStatus: 'changed' | 'pending';
  /** The hash of the definition as it was when this was noticed. */
  readonly observedHash: string;
  /** Names of the parts that differ, as the API spells them. */
  readonly changedFields: readonly string[];
  readonly detectedAt: Instant;
  /** Its revocation, which is lifted when it is as approved again. Null: it came with an import and is revoked at the next look. */
  readonly revocationId: string | null;
}

/** A registered MCP server. Its manifests are in its submissions. */
export interface McpServer {
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** Of the live snapshot, else of the newest submission; so is `ownerTeam`. */
  readonly name: string;
  readonly ownerTeam: string;
  readonly lastSequence: number;
  readonly pendingSubmissionId: string | null;
  readonly liveSnapshot: LiveSnapshot | null;
  readonly driftedTools: readonly DriftedTool[];
  /** What of the server itself is not as approved, by name: prompts, resources. */
  readonly driftedFields: readonly string[];
  readonly disabledAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A server's registration as answered: disabled wins, then what its live snapshot says, draft without one. */
export const registrationStatusOf = (
  server: Pick<McpServer, 'disabledAt' | 'liveSnapshot'>,
): RegistrationStatus =>
  server.disabledAt === null ? (server.liveSnapshot?.registrationStatus ?? 'draft') : 'disabled';

/** The live manifest as it counts now: what drifted is `changed`, and a disabled server says so. */
export const liveManifest = (server: McpServer, live: McpSubmission): Manifest => {
  const manifest = snapshotManifest(live);
  const drifted = new Set(server.driftedTools.map((tool) => tool.toolId));
  const tools = manifest.tools.map(
    (tool): ManifestTool =>
      drifted.has(tool.toolId) && tool.gatewayStatus === 'approved'
        ? { ...tool, gatewayStatus: 'changed' }
        : tool,
  );
  return { ...manifest, registrationStatus: registrationStatusOf(server), tools };
};

/** Whether calls may reach a tool of a live manifest: it is approved, unchanged, and its server is not disabled. */
export const isCallable = (manifest: Manifest, toolId: string): boolean =>
  (manifest.registrationStatus === 'active' || manifest.registrationStatus === 'deprecated') &&
  manifest.tools.some((tool) => tool.toolId === toolId && tool.gatewayStatus === 'approved');
