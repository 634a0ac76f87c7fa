import type { Instant } from '../instant.js';
import { compareText } from '../text-order.js';
import type { McpSubmission } from './submission.js';

export const ACTIVITY_EVENT_TYPES = [
  'submission_created',
  'submission_approved',
  'submission_rejected',
  'submission_superseded',
  'submission_withdrawn',
  'snapshot_activated',
  'deprecation_submitted',
  'deprecated',
  'disabled',
  'enabled',
  'tool_drift_detected',
  'tool_drift_resolved',
  'health_changed',
] as const;
export type ActivityEventType = (typeof ACTIVITY_EVENT_TYPES)[number];

/** A change of a server outside any submission. */
export interface McpServerChange {
  readonly changeId: string;
  readonly serverId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly eventType:
    | 'disabled'
    | 'enabled'
    | 'tool_drift_detected'
    | 'tool_drift_resolved'
    | 'health_changed';
  readonly actorId: string | null;
  readonly occurredAt: Instant;
  readonly snapshotId: string | null;
  readonly status: string | null;
  readonly reasonCode: string | null;
  readonly reason: string | null;
}

/** One event of a server's activity feed (docs/spec/mcp-servers.md#submissions): metadata only. */
export interface ActivityEvent {
  readonly eventId: string;
  readonly eventType: ActivityEventType;
  readonly actorId?: string;
  readonly submissionId?: string;
  readonly snapshotId?: string;
  readonly status?: string;
  readonly reasonCode?: string;
  readonly reason?: string;
  readonly manifestHash?: string;
  readonly version?: string;
  readonly occurredAt?: Instant;
}

/** A server's feed, derived from its submissions and changes: newest first, ties by event id, those without a time last. */
export const activityOf = (
  submissions: readonly McpSubmission[],
  changes: readonly McpServerChange[],
): ActivityEvent[] => {
  const byId = new Map(submissions.map((submission) => [submission.submissionId, submission]));
  return [
    ...submissions.flatMap((submission) => submissionEvents(submission, byId)),
    ...changes.map(changeEvent),
  ].sort(newestFirst);
};

const newestFirst = (a: ActivityEvent, b: ActivityEvent): number =>
  compareText(b.occurredAt ?? '', a.occurredAt ?? '') || compareText(a.eventId, b.eventId);

const submissionEvents = (
  submission: McpSubmission,
  byId: ReadonlyMap<string, McpSubmission>,
): ActivityEvent[] => [
  {
    ...eventOf(submission, isDeprecation(submission) ? 'deprecation_submitted' : 'submission_created'),
    actorId: submission.submittedBy,
    occurredAt: submission.submittedAt,
  },
  ...reviewEvents(submission),
  ...supersededEvents(submission, byId),
];

const isDeprecation = (submission: McpSubmission): boolean =>
  submission.manifest.registrationStatus === 'deprecated';

const eventOf = (submission: McpSubmission, eventType: ActivityEventType): ActivityEvent => ({
  eventId: `${submission.submissionId}.${eventType}`,
  eventType,
  submissionId: submission.submissionId,
  manifestHash: submission.manifestHash,
  version: submission.manifest.version,
  status: submission.status,
});

const reviewEvents = (submission: McpSubmission): ActivityEvent[] => {
  const types = closingTypes(submission);
  const { reviewedBy, reviewedAt, reviewReasonCode, reviewReason, snapshotId } = submission;
  return types.map((eventType) => ({
    ...eventOf(submission, eventType),
    ...(reviewedBy === null ? {} : { actorId: reviewedBy }),
    ...(reviewedAt === null ? {} : { occurredAt: reviewedAt }),
    ...(reviewReasonCode === null ? {} : { reasonCode: reviewReasonCode }),
    ...(reviewReason === null ? {} : { reason: reviewReason }),
    ...(snapshotId === null ? {} : { snapshotId }),
  }));
};

const closingTypes = (submission: McpSubmission): ActivityEventType[] => {
  if (submission.status === 'rejected') return ['submission_rejected'];
  if (submission.status === 'withdrawn') return ['submission_withdrawn'];
  if (submission.snapshotId === null) return [];
  const approved: ActivityEventType[] = ['submission_approved', 'snapshot_activated'];
  return isDeprecation(submission) ? [...approved, 'deprecated'] : approved;
};

// A submission is superseded by the arrival of the next one or, if approved, by the approval of the next one.
const supersededEvents = (
  submission: McpSubmission,
  byId: ReadonlyMap<string, McpSubmission>,
): ActivityEvent[] => {
  if (submission.status !== 'superseded') return [];
  const successor = byId.get(submission.supersededBySubmissionId ?? '');
  const wasApproved = submission.snapshotId !== null;
  const occurredAt = wasApproved ? successor?.reviewedAt : successor?.submittedAt;
  const actorId = wasApproved ? successor?.reviewedBy : successor?.submittedBy;
  return [
    {
      ...eventOf(submission, 'submission_superseded'),
      ...(actorId ? { actorId } : {}),
      ...(occurredAt ? { occurredAt } : {}),
    },
  ];
};

const changeEvent = (change: McpServerChange): ActivityEvent => ({
  eventId: change.changeId,
  eventType: change.eventType,
  occurredAt: change.occurredAt,
  ...(change.actorId === null ? {} : { actorId: change.actorId }),
  ...(change.snapshotId === null ? {} : { snapshotId: change.snapshotId }),
  ...(change.status === null ? {} : { status: change.status }),
  ...(change.reasonCode === null ? {} : { reasonCode: change.reasonCode }),
  ...(change.reason === null ? {} : { reason: change.reason }),
});
