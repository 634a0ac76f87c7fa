import type { Sha256Hex } from '../canonical-json.js';
import type { Contributor } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import { type Manifest, manifestRefusal, serverManifestHash } from './manifest.js';
import type { McpServer } from './mcp-server.js';
import type { ReadCredential } from './read-credential.js';
import { type McpSubmission, reviewedTools, snapshotManifest } from './submission.js';
import { findingsOf, type SubmissionFinding } from './submission-findings.js';

/** The writes of a submission: the new submission, its server, and the pending one it supersedes. */
export interface Submitted {
  readonly server: McpServer;
  readonly submission: McpSubmission;
  readonly superseded: McpSubmission | null;
}

/** Maximum findings stored per submission; a reviewer needs no more. */
const MOST_FINDINGS = 200;

interface SubmitRequest {
  readonly submissionId: string;
  /** Findings from creating the manifest. */
  readonly findings?: readonly SubmissionFinding[];
  readonly by: Contributor;
  readonly now: Instant;
  readonly hash?: Sha256Hex;
  /** What the server is read with from now on; undefined: as before. */
  readonly readCredential?: ReadCredential | null | undefined;
}

/**
 * Submits a manifest of a new server or as an edit. One submission is pending per server: a newer one supersedes it; an equal one is
 * refused (docs/spec/mcp-servers.md). The live snapshot is unchanged.
 */
export const decideSubmit = (
  server: McpServer | undefined,
  pending: McpSubmission | undefined,
  manifest: Manifest,
  request: SubmitRequest & { readonly live?: McpSubmission | undefined },
): Result<Submitted> => {
  const status = manifest.registrationStatus;
  // Deprecating is an edit of the live snapshot, and disabling is no edit at all.
  if (status !== 'active' && status !== 'draft')
    return refuse('invalid_request', 'manifest.registration_status');
  if (namesCriticalTool(manifest, request.live)) return refuse('invalid_request', 'manifest.tools');
  return submitted({ server, pending }, manifest, { ...request, createdFromSnapshotId: null });
};

/** Submits the live manifest again as deprecated, for review; nothing live changes before its approval. */
export const decideDeprecate = (
  server: McpServer,
  live: McpSubmission | undefined,
  pending: McpSubmission | undefined,
  request: SubmitRequest,
): Result<Submitted> => {
  if (server.liveSnapshot === null || live === undefined) return refuse('no_live_snapshot');
  if (server.liveSnapshot.registrationStatus === 'deprecated') return refuse('already_deprecated');
  const manifest: Manifest = { ...snapshotManifest(live), registrationStatus: 'deprecated' };
  return submitted({ server, pending }, manifest, {
    ...request,
    createdFromSnapshotId: server.liveSnapshot.snapshotId,
  });
};

interface SubmissionState {
  readonly server: McpServer | undefined;
  readonly pending: McpSubmission | undefined;
}

const submitted = (
  { server, pending }: SubmissionState,
  manifest: Manifest,
  request: SubmitRequest & { readonly createdFromSnapshotId: string | null },
): Result<Submitted> => {
  const refusal = manifestRefusal(manifest);
  if (refusal !== undefined) return refusal;
  const manifestHash = serverManifestHash(manifest, request.hash);
  if (pending?.manifestHash === manifestHash) return refuse('duplicate_submission');
  const submission = newSubmission(
    { manifest, manifestHash, sequence: (server?.lastSequence ?? 0) + 1 },
    request,
  );
  const superseded: McpSubmission | null =
    pending === undefined
      ? null
      : { ...pending, status: 'superseded', supersededBySubmissionId: submission.submissionId };
  return ok({ server: serverAfter(server, submission, request), submission, superseded });
};

interface NumberedManifest {
  readonly manifest: Manifest;
  readonly manifestHash: string;
  readonly sequence: number;
}

const newSubmission = (
  { manifest, manifestHash, sequence }: NumberedManifest,
  request: SubmitRequest & { readonly createdFromSnapshotId: string | null },
): McpSubmission => ({
  submissionId: request.submissionId,
  serverId: manifest.serverId,
  tenantId: manifest.tenantId,
  environmentId: manifest.environmentId,
  sequence,
  status: 'pending',
  manifest,
  manifestHash,
  hands: { submitted: request.by },
  submittedBy: request.by.actorId,
  submittedAt: request.now,
  reviewedBy: null,
  reviewReasonCode: null,
  reviewReason: null,
  reviewedAt: null,
  supersededBySubmissionId: null,
  createdFromSnapshotId: request.createdFromSnapshotId,
  snapshotId: null,
  toolReviews: [],
  findings: [...(request.findings ?? []), ...findingsOf(manifest)].slice(0, MOST_FINDINGS),
});

const serverAfter = (
  server: McpServer | undefined,
  submission: McpSubmission,
  request: SubmitRequest,
): McpServer => {
  const { manifest } = submission;
  // A live server's name and owner change only with an approval: a submission must not take a server over.
  const shown = server !== undefined && server.liveSnapshot !== null ? server : undefined;
  return {
    serverId: manifest.serverId,
    tenantId: manifest.tenantId,
    environmentId: manifest.environmentId,
    name: shown?.name ?? manifest.name,
    ownerTeam: shown?.ownerTeam ?? manifest.owner.team,
    lastSequence: submission.sequence,
    pendingSubmissionId: submission.submissionId,
    liveSnapshot: server?.liveSnapshot ?? null,
    driftedTools: server?.driftedTools ?? [],
    driftedFields: server?.driftedFields ?? [],
    readCredential:
      request.readCredential === undefined ? (server?.readCredential ?? null) : request.readCredential,
    disabledAt: server?.disabledAt ?? null,
    createdAt: server?.createdAt ?? request.now,
    updatedAt: request.now,
  };
};

// Only a reviewer sets critical; an edit keeps a reviewer's decisions about live tools.
const namesCriticalTool = (manifest: Manifest, live: McpSubmission | undefined): boolean => {
  const reviewed = live === undefined ? [] : reviewedTools(live);
  const isCritical = new Set(
    reviewed.filter((tool) => tool.riskTier === 'critical').map((tool) => tool.toolId),
  );
  return manifest.tools.some((tool) => tool.riskTier === 'critical' && !isCritical.has(tool.toolId));
};
