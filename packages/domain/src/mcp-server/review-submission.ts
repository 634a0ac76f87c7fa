import { type Contributor, contributorNamed, isOneOf } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { ManifestTool } from './manifest.js';
import type { DriftedTool, McpServer } from './mcp-server.js';
import { submissionMachine } from './mcp-server.machine.js';
import { type McpSubmission, reviewedTools, type ToolReview, waitsForReview } from './submission.js';

/** The writes of closing a submission. `superseded`: the previously approved one. */
export type Reviewed =
  | { readonly kind: 'no_change'; readonly server: McpServer; readonly submission: McpSubmission }
  | {
      readonly kind: 'moved';
      readonly server: McpServer;
      readonly submission: McpSubmission;
      readonly superseded: McpSubmission | null;
      /** Drifted tools that the review accepts in their current form: their revocations are to be lifted. */
      readonly lifted: readonly DriftedTool[];
    };

interface ReviewInput {
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly by: Contributor;
  readonly now: Instant;
}

/** Whether somebody submitted a submission. */
export const isSubmitter = (
  { hands, submittedBy }: Pick<McpSubmission, 'hands' | 'submittedBy'>,
  who: Contributor,
): boolean => isOneOf([contributorNamed(submittedBy, hands?.submitted)], who);

/**
 * Approves a submission: it becomes the live snapshot and supersedes the previously approved one. The reviewer is another person than the
 * submitter, names the hash of the manifest they read and the tools they accept, and may set tiers or deny tools (docs/spec/mcp-servers.md and
 * 16).
 */
export const decideApproveSubmission = (
  server: McpServer,
  submission: McpSubmission,
  approvedBefore: McpSubmission | undefined,
  request: ReviewInput & {
    readonly manifestHash: string;
    readonly snapshotId: string;
    readonly toolReviews: readonly ToolReview[];
    /** Whether its submitter is barred from approving it. */
    readonly fourEyes: boolean;
  },
): Result<Reviewed> => {
  if (request.manifestHash !== submission.manifestHash)
    return refuse('manifest_hash_mismatch', 'manifest_hash');
  if (submission.status === 'approved') return ok({ kind: 'no_change', server, submission });
  const facts = { another_person: !(request.fourEyes && isSubmitter(submission, request.by)) };
  const stepped = step(submissionMachine, submission.status, 'approve', facts);
  if (!stepped.moved)
    return refuse(stepped.because === 'guard' ? 'self_approval_forbidden' : 'invalid_state');
  const reviewed = new Set(request.toolReviews.map((review) => review.toolId));
  if (reviewed.size < request.toolReviews.length) return refuse('invalid_request', 'tool_reviews');
  if ([...reviewed].some((toolId) => !listsTool(submission, toolId)))
    return refuse('unknown_reference', 'tool_reviews');
  const approved: McpSubmission = {
    ...closed(submission, 'approved', request),
    snapshotId: request.snapshotId,
    toolReviews: reviewsOf(submission, request.toolReviews),
  };
  return ok({
    kind: 'moved',
    server: withSnapshot(server, approved, { snapshotId: request.snapshotId, now: request.now }),
    submission: approved,
    superseded:
      approvedBefore === undefined
        ? null
        : { ...approvedBefore, status: 'superseded', supersededBySubmissionId: approved.submissionId },
    lifted: server.driftedTools.filter(({ toolId }) => letsThrough(approved, toolId)),
  });
};

/** Rejects a pending submission; the live snapshot stays. */
export const decideRejectSubmission = (
  server: McpServer,
  submission: McpSubmission,
  request: ReviewInput,
): Result<Reviewed> => close(server, submission, { to: 'rejected', request });

/** Withdraws a pending submission; the live snapshot stays. */
export const decideWithdrawSubmission = (
  server: McpServer,
  submission: McpSubmission,
  request: ReviewInput,
): Result<Reviewed> => close(server, submission, { to: 'withdrawn', request });

interface Closing {
  readonly to: 'rejected' | 'withdrawn';
  readonly request: ReviewInput;
}

const close = (
  server: McpServer,
  submission: McpSubmission,
  { to, request: wanted }: Closing,
): Result<Reviewed> => {
  if (submission.status === to) return ok({ kind: 'no_change', server, submission });
  const trigger = to === 'rejected' ? 'reject' : 'withdraw';
  const stepped = step(submissionMachine, submission.status, trigger, { another_person: true });
  if (!stepped.moved) return refuse('invalid_state');
  return ok({
    kind: 'moved',
    server: { ...server, pendingSubmissionId: null, updatedAt: wanted.now },
    submission: closed(submission, to, wanted),
    superseded: null,
    lifted: [],
  });
};

const closed = (
  submission: McpSubmission,
  status: 'approved' | 'rejected' | 'withdrawn',
  request: ReviewInput,
): McpSubmission => ({
  ...submission,
  status,
  reviewedBy: request.by.actorId,
  reviewReasonCode: request.reasonCode,
  reviewReason: request.reason,
  reviewedAt: request.now,
});

// A named pending tool is accepted; an unnamed one stays pending, and the record says so.
const reviewsOf = (submission: McpSubmission, named: readonly ToolReview[]): ToolReview[] =>
  submission.manifest.tools.flatMap((tool): ToolReview[] => {
    const review = named.find(({ toolId }) => toolId === tool.toolId);
    if (!waitsForReview(tool)) return review === undefined ? [] : [review];
    return [review === undefined ? unnamed(tool) : { gatewayStatus: 'approved', ...review }];
  });

const unnamed = ({ toolId }: ManifestTool): ToolReview => ({ toolId, gatewayStatus: 'pending' });

const letsThrough = (approved: McpSubmission, toolId: string): boolean =>
  reviewedTools(approved).some((tool) => tool.toolId === toolId && tool.gatewayStatus === 'approved');

const listsTool = (submission: McpSubmission, toolId: string): boolean =>
  submission.manifest.tools.some((tool) => tool.toolId === toolId);

interface TakenSnapshot {
  readonly snapshotId: string;
  readonly now: Instant;
}

const withSnapshot = (
  server: McpServer,
  approved: McpSubmission,
  { snapshotId, now }: TakenSnapshot,
): McpServer => ({
  ...server,
  name: approved.manifest.name,
  ownerTeam: approved.manifest.owner.team,
  pendingSubmissionId: null,
  liveSnapshot: {
    snapshotId,
    submissionId: approved.submissionId,
    manifestHash: approved.manifestHash,
    version: approved.manifest.version,
    registrationStatus: approved.manifest.registrationStatus === 'deprecated' ? 'deprecated' : 'active',
    activatedAt: now,
    ...(approved.manifest.serverJson && { registryName: approved.manifest.serverJson.name }),
  },
  // The next reading of the server finds drift from the new snapshot. Revocations of tools it does not allow stay in force.
  driftedTools: server.driftedTools.filter(({ toolId }) => !letsThrough(approved, toolId)),
  driftedFields: [],
  updatedAt: now,
});
