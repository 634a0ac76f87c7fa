import type { Instant, McpSubmission, Refusal } from '@govgate/domain';
import {
  type Manifest,
  type ManifestTool,
  manifestRefusal,
  type mcpSubmissionClasses,
  REQUESTED_APPROVAL_STATUS,
  type SubmissionFinding,
  serverManifestHash,
  type ToolReview,
} from '@govgate/domain/internal';
import { acceptServerJson } from '../../mcp-servers/server-json/accept-server-json.js';
import { type Shown, withoutNulls } from '../giving.js';
import type { FieldPath, Note } from '../problem.js';
import type { TakeFacts } from '../section.js';
import { inferredSnapshots, wasApproved } from './mcp-snapshots.js';

export type ManifestItem = Omit<Manifest, 'requestedApprovalStatus' | 'tools' | 'docsUrl'> & {
  readonly docsUrl?: string;
  readonly tools?: readonly (Omit<ManifestTool, 'policyRefs' | 'description' | 'inputSchemaRef'> &
    Partial<Pick<ManifestTool, 'policyRefs' | 'description' | 'inputSchemaRef'>>)[];
};

/** A submission in a bundle: its summary with the manifest. Only bundles have `hands` and the last three fields, and only if they add something. */
export interface SubmissionItem
  extends Pick<McpSubmission, 'submissionId' | 'sequence' | 'status' | 'submittedBy' | 'submittedAt'> {
  readonly hands?: McpSubmission['hands'];
  readonly reviewedBy?: string | null;
  readonly reviewReasonCode?: string | null;
  readonly reviewReason?: string | null;
  readonly reviewedAt?: Instant | null;
  readonly supersededBySubmissionId?: string | null;
  readonly createdFromSnapshotId?: string | null;
  readonly manifest: ManifestItem;
  readonly snapshotId?: string;
  readonly toolReviews?: readonly ToolReview[];
  readonly findings?: readonly SubmissionFinding[];
}

interface ServerKey {
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
}

/** A server's submissions, oldest first; hashes and snapshots are recomputed. */
export const submissionsOf = (
  server: ServerKey,
  items: readonly SubmissionItem[],
  { hash, note }: Pick<TakeFacts<unknown>, 'hash' | 'note'>,
): McpSubmission[] => {
  const bare = items.map((item, place) => submissionOf(server, item, { hash, note: noteAt(note, place) }));
  const inferred = inferredSnapshots(bare);
  const submissions = bare.map((submission, place) =>
    wasApproved(submission)
      ? {
          ...submission,
          snapshotId: items[place]?.snapshotId ?? inferred.get(submission.submissionId) ?? null,
        }
      : submission,
  );
  checkTogether(submissions, note);
  return submissions.sort((a, b) => a.sequence - b.sequence);
};

/** Submissions in a bundle's order, oldest first. */
export const submissionItems = (
  submissions: readonly Shown<McpSubmission, typeof mcpSubmissionClasses>[],
): SubmissionItem[] => {
  const inferred = inferredSnapshots(submissions);
  return [...submissions]
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ snapshotId, toolReviews, findings, ...submission }) => ({
      submissionId: submission.submissionId,
      sequence: submission.sequence,
      status: submission.status,
      submittedBy: submission.submittedBy,
      submittedAt: submission.submittedAt,
      ...(submission.hands === undefined ? {} : { hands: submission.hands }),
      ...withoutNulls(
        {
          reviewedBy: submission.reviewedBy,
          reviewReasonCode: submission.reviewReasonCode,
          reviewReason: submission.reviewReason,
          reviewedAt: submission.reviewedAt,
          supersededBySubmissionId: submission.supersededBySubmissionId,
          createdFromSnapshotId: submission.createdFromSnapshotId,
        },
        'reviewedBy',
        'reviewReasonCode',
        'reviewReason',
        'reviewedAt',
        'supersededBySubmissionId',
        'createdFromSnapshotId',
      ),
      manifest: submission.manifest,
      ...(snapshotId === null || snapshotId === inferred.get(submission.submissionId) ? {} : { snapshotId }),
      ...(toolReviews.length === 0 ? {} : { toolReviews }),
      ...(findings.length === 0 ? {} : { findings }),
    }));
};

const noteAt =
  (note: Note, place: number): Note =>
  (reasonCode, ...field) =>
    note(reasonCode, 'submissions', place, ...field);

interface Taking {
  readonly hash: TakeFacts<unknown>['hash'];
  readonly note: Note;
}

const submissionOf = (server: ServerKey, item: SubmissionItem, { hash, note }: Taking): McpSubmission => {
  const manifest = acceptedManifest(manifestOf(item.manifest), note);
  for (const field of ['serverId', 'tenantId', 'environmentId'] as const)
    if (manifest[field] !== server[field]) note('inconsistent', 'manifest', field);
  const refusal = manifestRefusal(manifest);
  if (refusal !== undefined) noteRefusal(refusal.refusal, note);
  return {
    submissionId: item.submissionId,
    serverId: server.serverId,
    tenantId: server.tenantId,
    environmentId: server.environmentId,
    sequence: item.sequence,
    status: item.status,
    manifest,
    manifestHash: serverManifestHash(manifest, hash),
    submittedBy: item.submittedBy,
    submittedAt: item.submittedAt,
    ...(item.hands === undefined ? {} : { hands: item.hands }),
    reviewedBy: item.reviewedBy ?? null,
    reviewReasonCode: item.reviewReasonCode ?? null,
    reviewReason: item.reviewReason ?? null,
    reviewedAt: item.reviewedAt ?? null,
    supersededBySubmissionId: item.supersededBySubmissionId ?? null,
    createdFromSnapshotId: item.createdFromSnapshotId ?? null,
    snapshotId: null,
    toolReviews: item.toolReviews ?? [],
    findings: item.findings ?? [],
  };
};

const acceptedManifest = (manifest: Manifest, note: Note): Manifest => {
  const { serverJson, ...rest } = manifest;
  if (serverJson === undefined) return manifest;
  const accepted = acceptServerJson(serverJson, manifest.endpoint);
  if (accepted.ok) return { ...rest, serverJson: accepted.value.serverJson };
  noteRefusal(accepted.refusal, note);
  return rest;
};

const noteRefusal = ({ reasonCode, field = 'manifest' }: Refusal, note: Note): void => {
  const isNamed = reasonCode === 'forbidden_material' || reasonCode === 'limit_exceeded';
  note(isNamed ? reasonCode : 'inconsistent', ...field.replace('server_json', 'serverJson').split('.'));
};

const manifestOf = ({ docsUrl = '', tools = [], ...manifest }: ManifestItem): Manifest => ({
  ...manifest,
  requestedApprovalStatus: REQUESTED_APPROVAL_STATUS,
  docsUrl,
  tools: tools.map(({ description = '', inputSchemaRef = '', policyRefs = [], ...tool }) => ({
    ...tool,
    description,
    inputSchemaRef,
    policyRefs,
  })),
});

const checkTogether = (submissions: readonly McpSubmission[], note: Note): void => {
  const ids = new Set(submissions.map(({ submissionId }) => submissionId));
  const places = new Map(submissions.map((submission, place) => [submission, place]));
  const wrong = (submission: McpSubmission, ...field: FieldPath): void =>
    note('inconsistent', 'submissions', places.get(submission) ?? 0, ...field);
  // A missing one and a duplicate both leave a gap or a conflict in the sequence.
  for (const [before, submission] of [...submissions].sort((a, b) => a.sequence - b.sequence).entries())
    if (submission.sequence !== before + 1) wrong(submission, 'sequence');
  for (const status of ['pending', 'approved'] as const)
    for (const other of submissions.filter((submission) => submission.status === status).slice(1))
      wrong(other, 'status');
  for (const [place, { supersededBySubmissionId: successor }] of submissions.entries())
    if (successor !== null && !ids.has(successor))
      note('unknown_reference', 'submissions', place, 'supersededBySubmissionId');
};
