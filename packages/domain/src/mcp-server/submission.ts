import type { Contributors } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import type { RiskTier } from '../policy/manifest.js';
import { countTools, type Manifest, type ManifestTool, type ToolCounts } from './manifest.js';
import type { SubmissionStatus } from './mcp-server.machine.js';
import type { SubmissionFinding } from './submission-findings.js';

/** A review's decision about one tool: whether it is allowed, and a tier set by the reviewer. `pending`: nobody named it. */
export interface ToolReview {
  readonly toolId: string;
  readonly riskTier?: RiskTier;
  readonly gatewayStatus?: 'approved' | 'pending' | 'denied' | 'disabled';
  readonly deniedReason?: string;
}

/** One submission of a server's manifest (docs/spec/mcp-servers.md#submissions). Its content never changes; its status and review do, once. */
export interface McpSubmission {
  readonly submissionId: string;
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** Gap-free per server from 1. */
  readonly sequence: number;
  readonly status: SubmissionStatus;
  readonly manifest: Manifest;
  readonly manifestHash: string;
  /** Who submitted it, and so may not approve it. */
  readonly hands?: Contributors;
  readonly submittedBy: string;
  readonly submittedAt: Instant;
  /** Who approved, rejected or withdrew it. */
  readonly reviewedBy: string | null;
  readonly reviewReasonCode: string | null;
  readonly reviewReason: string | null;
  readonly reviewedAt: Instant | null;
  readonly supersededBySubmissionId: string | null;
  readonly createdFromSnapshotId: string | null;
  /** The snapshot made by its approval. */
  readonly snapshotId: string | null;
  readonly toolReviews: readonly ToolReview[];
  /** What a reviewer should notice. */
  readonly findings: readonly SubmissionFinding[];
}

/**
 * The tools after the review: before an approval those of the manifest, after it with each decision. Approvals from before tools had to be
 * named have no decision for the tools they allowed.
 */
export const reviewedTools = (
  submission: Pick<McpSubmission, 'manifest' | 'toolReviews' | 'snapshotId'>,
): readonly ManifestTool[] =>
  submission.snapshotId === null
    ? submission.manifest.tools
    : submission.manifest.tools.map((tool) =>
        withReview(
          tool,
          submission.toolReviews.find((review) => review.toolId === tool.toolId),
        ),
      );

/** Whether a tool is pending a reviewer's decision. */
export const waitsForReview = ({ gatewayStatus }: Pick<ManifestTool, 'gatewayStatus'>): boolean =>
  gatewayStatus === 'pending' || gatewayStatus === 'changed';

/** The counts of a submission's summary. */
export const submissionCounts = (
  submission: Pick<McpSubmission, 'manifest' | 'toolReviews' | 'snapshotId'>,
): ToolCounts => countTools(reviewedTools(submission));

/** The manifest of the snapshot made by an approval. */
export const snapshotManifest = (
  submission: Pick<McpSubmission, 'manifest' | 'toolReviews' | 'snapshotId'>,
): Manifest => ({ ...submission.manifest, tools: reviewedTools(submission) });

const withReview = (tool: ManifestTool, review: ToolReview | undefined): ManifestTool => {
  const { deniedReason, ...rest } = tool;
  const gatewayStatus = review?.gatewayStatus ?? (waitsForReview(tool) ? 'approved' : tool.gatewayStatus);
  const reason = gatewayStatus === 'denied' ? (review?.deniedReason ?? deniedReason) : undefined;
  return {
    ...rest,
    riskTier: review?.riskTier ?? tool.riskTier,
    gatewayStatus,
    ...(reason === undefined ? {} : { deniedReason: reason }),
  };
};
