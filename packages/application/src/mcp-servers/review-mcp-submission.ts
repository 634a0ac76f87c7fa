import { type AuditEventType, type McpSubmission, ok, type Permission, type Result } from '@govgate/domain';
import { type Contributor, changedFields, contributorOf, type Reviewed } from '@govgate/domain/internal';
import { type Change, mcpServerKind, mcpSubmissionKind, type Stored } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import { admitRecord } from '../call/load-record.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { liftsOf } from './commit-drift.js';
import type { SubmissionDeps } from './commit-submission.js';
import {
  findSubmission,
  type LoadedSubmission,
  liveOf,
  type SubmissionRef,
  serverAccess,
} from './load-server.js';
import { type SubmissionView, submissionView } from './submission-view.js';

export interface CloseSubmissionInput extends SubmissionRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

interface ReviewRequest {
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly by: Contributor;
  readonly now: string;
}

type Decide = (
  loaded: LoadedSubmission,
  live: McpSubmission | undefined,
  request: ReviewRequest,
) => Result<Reviewed> | Promise<Result<Reviewed>>;

interface Review {
  readonly permission: Permission;
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly decide: Decide;
}

interface ReviewInput {
  readonly input: CloseSubmissionInput;
  readonly how: Review;
}

/** Lets a decision close a submission, and records it in the trail. */
export const reviewSubmission = (
  deps: SubmissionDeps,
  context: CallContext,
  { input, how }: ReviewInput,
): Promise<Result<SubmissionView>> =>
  decideAndCommit(deps, context, {
    lock: lockKey(mcpServerKind, input.scope, input.serverId),
    admit: () => admitRecord(deps.records, context, serverAccess(input, how.permission)),
    decide: async (admitted) => {
      const found = await findSubmission(deps.records, admitted, input);
      if (!found.ok) return found;
      const matches = checkIfMatch(context, found.value.submission);
      if (!matches.ok) return matches;
      const live = await liveOf(deps.records, found.value.server.record);
      const decided = await how.decide(found.value, live?.record, {
        reasonCode: input.reasonCode,
        reason: input.reason ?? null,
        by: contributorOf(context.principal),
        now: deps.clock.now(),
      });
      if (!decided.ok) return decided;
      return ok(
        toDecision(deps, context, { input, how, loaded: found.value, live, reviewed: decided.value }),
      );
    },
  });

interface ReviewCall {
  readonly input: CloseSubmissionInput;
  readonly how: Review;
  readonly loaded: LoadedSubmission;
  readonly live: Stored<McpSubmission> | undefined;
  readonly reviewed: Reviewed;
}

const toDecision = (
  deps: SubmissionDeps,
  context: CallContext,
  { input, how, loaded, live, reviewed }: ReviewCall,
): Decision<SubmissionView> => {
  const { server, submission } = reviewed;
  if (reviewed.kind === 'no_change')
    return { output: submissionView(context, { server, submission: loaded.submission }, deps.settings) };
  const { superseded } = reviewed;
  const related = [submission.submissionId, submission.snapshotId, superseded?.submissionId];
  const revocations =
    reviewed.lifted.length === 0
      ? []
      : liftsOf(deps, server, { tools: reviewed.lifted, reasonCode: 'definition_approved' });
  const event = auditEvent(deps, context, {
    eventType: how.eventType,
    action: how.action,
    environmentId: server.environmentId,
    resourceId: server.serverId,
    version: submission.manifest.version,
    reasonCode: input.reasonCode,
    reason: input.reason,
    changedFields: changedFields(loaded.server.record, server),
    moved: [loaded.submission.record, submission],
    relatedIds: [
      ...related.flatMap((id) => id ?? []),
      ...revocations.map(({ revocationId }) => revocationId),
    ],
  });
  return {
    commit: { changes: changesOf(reviewed, loaded, live), audit: [event], revocations },
    output: submissionView(
      context,
      { server, submission: afterWrite(loaded.submission, submission) },
      deps.settings,
    ),
  };
};

const changesOf = (
  { server, submission, superseded }: Extract<Reviewed, { readonly kind: 'moved' }>,
  loaded: LoadedSubmission,
  live: Stored<McpSubmission> | undefined,
): readonly Change[] => [
  { kind: mcpServerKind, record: server, expectedVersion: loaded.server.version },
  { kind: mcpSubmissionKind, record: submission, expectedVersion: loaded.submission.version },
  ...(superseded === null || live === undefined
    ? []
    : [{ kind: mcpSubmissionKind, record: superseded, expectedVersion: live.version }]),
];
