import type { Instant } from '../instant.js';
import type { ReadFailure } from './health.js';
import type { Manifest, ManifestTool, RegistrationStatus, ToolGatewayStatus } from './manifest.js';
import type { ReadCredential } from './read-credential.js';
import { type McpSubmission, snapshotManifest } from './submission.js';

/** A server's live state: the approved submission it was made from. Not affected by submissions. */
export interface LiveSnapshot {
  readonly snapshotId: string;
  readonly submissionId: string;
  readonly manifestHash: string;
  readonly version: string;
  readonly registrationStatus: 'active' | 'deprecated';
  readonly activatedAt: Instant;
  /** The name in its `server.json`, under which the registry has it; absent where it was registered without one. */
  readonly registryName?: string;
}

/** A live tool that differs from what was approved, was never approved, or cannot be compared with its approval (docs/spec/mcp-servers.md). */
export interface DriftedTool {
  readonly toolId: string;
  /**
   * `changed`: its definition differs from the approved one; `pending`: the approved snapshot does not contain it; neither is callable.
   * `unverified`: the server does not show its definition; it is callable until it is revoked.
   */
  readonly gatewayStatus: 'changed' | 'pending' | 'unverified';
  /** The definition's hash when this was noticed; "" where none was seen. */
  readonly observedHash: string;
  /** Names of the parts that differ, in the API's spelling. */
  readonly changedFields: readonly string[];
  /** Why it could not be compared. */
  readonly failureReason?: UnverifiedReason;
  readonly detectedAt: Instant;
  /**
   * Its revocation, lifted when it matches its approval again. Null: it is unverified and may still be called, or it was imported and is
   * revoked at the next reading.
   */
  readonly revocationId: string | null;
}

/** Why an approved tool cannot be compared: its server cannot be read, does not list it, or lists it in a form that cannot be compared. */
export type UnverifiedReason = ReadFailure | 'not_listed' | 'unreadable_tool';

/** A registered MCP server. Its manifests are in its submissions. */
export interface McpServer {
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** From the live snapshot, else from the newest submission; the same applies to `ownerTeam`. */
  readonly name: string;
  readonly ownerTeam: string;
  readonly lastSequence: number;
  readonly pendingSubmissionId: string | null;
  readonly liveSnapshot: LiveSnapshot | null;
  readonly driftedTools: readonly DriftedTool[];
  /** What differs from the approval in the server itself, by name: prompts, resources. */
  readonly driftedFields: readonly string[];
  /** What it is read with; null where it wants no credential. */
  readonly readCredential: ReadCredential | null;
  readonly disabledAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A server's registration as answered: disabled takes precedence, then the live snapshot's status, draft without one. */
export const registrationStatusOf = (
  server: Pick<McpServer, 'disabledAt' | 'liveSnapshot'>,
): RegistrationStatus =>
  server.disabledAt === null ? (server.liveSnapshot?.registrationStatus ?? 'draft') : 'disabled';

/** The effective live manifest: drifted tools are `changed` or `unverified`, and a disabled server is marked as such. */
export const liveManifest = (server: McpServer, live: McpSubmission): Manifest => {
  const manifest = snapshotManifest(live);
  const drifted = new Map(server.driftedTools.map((tool) => [tool.toolId, statusOf(tool)]));
  const tools = manifest.tools.map((tool): ManifestTool => {
    const gatewayStatus = drifted.get(tool.toolId);
    return gatewayStatus === undefined || tool.gatewayStatus !== 'approved'
      ? tool
      : { ...tool, gatewayStatus };
  });
  return { ...manifest, registrationStatus: registrationStatusOf(server), tools };
};

const statusOf = ({ gatewayStatus, revocationId }: DriftedTool): ToolGatewayStatus => {
  if (gatewayStatus !== 'unverified') return 'changed';
  return revocationId === null ? 'approved' : 'unverified';
};
