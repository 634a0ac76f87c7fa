import type { McpServer, McpSubmission } from '@govgate/domain';
import {
  type Manifest,
  type SubmissionFinding,
  type SubmissionStatus,
  submissionAllowedActions,
  submissionCounts,
  type ToolCounts,
  type ToolReview,
} from '@govgate/domain/internal';
import type { Stored } from '@govgate/ports';
import { type PermissionsView, permissionsView } from '../call/allowed.js';
import type { CallContext } from '../call/context.js';
import type { Settings } from '../call/ports.js';
import { recordTag } from '../call/record-tag.js';

/** A submission's summary (docs/spec/mcp-servers.md#submissions). What never happened is omitted. */
export interface SubmissionSummary extends ToolCounts {
  readonly submissionId: string;
  readonly sequence: number;
  readonly status: SubmissionStatus;
  readonly manifestHash: string;
  readonly submittedBy: string;
  readonly submittedAt: string;
  readonly version: string;
  readonly reviewedBy?: string;
  readonly reviewReasonCode?: string;
  readonly reviewReason?: string;
  readonly reviewedAt?: string;
  readonly supersededBySubmissionId?: string;
  readonly createdFromSnapshotId?: string;
}

export const submissionSummary = (submission: McpSubmission): SubmissionSummary => ({
  submissionId: submission.submissionId,
  sequence: submission.sequence,
  status: submission.status,
  manifestHash: submission.manifestHash,
  submittedBy: submission.submittedBy,
  submittedAt: submission.submittedAt,
  version: submission.manifest.version,
  ...submissionCounts(submission),
  ...given('reviewedBy', submission.reviewedBy),
  ...given('reviewReasonCode', submission.reviewReasonCode),
  ...given('reviewReason', submission.reviewReason),
  ...given('reviewedAt', submission.reviewedAt),
  ...given('supersededBySubmissionId', submission.supersededBySubmissionId),
  ...given('createdFromSnapshotId', submission.createdFromSnapshotId),
});

/** A manifest as answered. */
export type ManifestView = Manifest & { readonly schemaVersion: '1.0' };

export const manifestView = (manifest: Manifest): ManifestView => ({ ...manifest, schemaVersion: '1.0' });

/** A submission as answered: its summary and content, with reviewers' changes beside it. */
export interface SubmissionView {
  readonly schemaVersion: '1.0';
  readonly summary: SubmissionSummary;
  readonly manifest: ManifestView;
  readonly toolReviews: readonly ToolReview[];
  /** What a reviewer should notice. */
  readonly findings: readonly SubmissionFinding[];
  readonly permissions: PermissionsView;
  /** The record's part of the ETag. */
  readonly tag: string;
}

interface ServerSubmission {
  readonly server: McpServer;
  readonly submission: Stored<McpSubmission>;
}

export const submissionView = (
  { principal }: CallContext,
  { server, submission: stored }: ServerSubmission,
  { fourEyes }: Pick<Settings, 'fourEyes'>,
): SubmissionView => {
  const submission = stored.record;
  const allowed = submissionAllowedActions(principal, server, submission, { fourEyes });
  return {
    schemaVersion: '1.0',
    summary: submissionSummary(submission),
    manifest: manifestView(submission.manifest),
    toolReviews: submission.toolReviews,
    findings: submission.findings,
    permissions: permissionsView('mcp_server', server.serverId, allowed),
    tag: recordTag(stored),
  };
};

const given = <Name extends string>(name: Name, value: string | null): { readonly [K in Name]?: string } =>
  value === null ? {} : ({ [name]: value } as { readonly [K in Name]?: string });
