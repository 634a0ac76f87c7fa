import {
  type AuditEventType,
  changedFields,
  decideApproveSubmission,
  decideRejectSubmission,
  decideWithdrawSubmission,
  type Hand,
  handOf,
  type McpSubmission,
  ok,
  type Permission,
  type Result,
  type Reviewed,
  type ToolReview,
} from '@govgate/domain';
import { type Change, mcpServerKind, mcpSubmissionKind, type Stored } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { admitRecord } from '../call/load-record.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { turnAt } from '../call/turns.js';
import type { SubmissionDeps } from './commit-submission.js';
import {
  findSubmission,
  type LoadedSubmission,
  liveOf,
  type SubmissionRef,
  wantedServer,
} from './load-server.js';
import { type SubmissionView, submissionView } from './submission-view.js';

export interface CloseSubmissionInput extends SubmissionRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

/** What a reviewer says of one tool. */
export type ToolReviewInput = { readonly toolId: string } & {
  readonly [K in Exclude<keyof ToolReview, 'toolId'>]?: ToolReview[K] | undefined;
};

export interface ApproveSubmissionInput extends CloseSubmissionInput {
  /** The hash of the manifest that the reviewer read. */
  readonly manifestHash: string;
  readonly toolReviews?: readonly ToolReviewInput[] | undefined;
}

interface Asked {
  readonly reasonCode: string;
  readonly reason: string | null;
  readonly by: Hand;
  readonly now: string;
}

type Decide = (loaded: LoadedSubmission, live: McpSubmission | undefined, asked: Asked) => Result<Reviewed>;

interface Review {
  readonly permission: Permission;
  readonly eventType: AuditEventType;
  readonly action: string;
  readonly decide: Decide;
}

/** Approves a submission: it becomes the live snapshot. The reviewer names the hash of what they read. */
export const makeApproveMcpSubmission =
  (deps: SubmissionDeps): UseCase<ApproveSubmissionInput, SubmissionView> =>
  (context, input) => {
    const snapshotId = deps.ids.mint('snapshot');
    const { manifestHash, toolReviews = [] } = input;
    return review(deps, context, input, {
      permission: 'mcp_server.review',
      eventType: 'mcp_server.approved',
      action: 'approve',
      decide: ({ server, submission }, live, asked) =>
        decideApproveSubmission(server.record, submission.record, live, {
          ...asked,
          manifestHash,
          snapshotId,
          toolReviews: toolReviews.map(toolReviewOf),
          fourEyes: deps.settings.fourEyes,
        }),
    });
  };

const toolReviewOf = ({ toolId, riskTier, gatewayStatus, deniedReason }: ToolReviewInput): ToolReview => ({
  toolId,
  ...(riskTier === undefined ? {} : { riskTier }),
  ...(gatewayStatus === undefined ? {} : { gatewayStatus }),
  ...(deniedReason === undefined ? {} : { deniedReason }),
});

/** Rejects a pending submission. */
export const makeRejectMcpSubmission =
  (deps: SubmissionDeps): UseCase<CloseSubmissionInput, SubmissionView> =>
  (context, input) =>
    review(deps, context, input, {
      permission: 'mcp_server.review',
      eventType: 'mcp_server.rejected',
      action: 'reject',
      decide: ({ server, submission }, _, asked) =>
        decideRejectSubmission(server.record, submission.record, asked),
    });

/** Takes a pending submission back. */
export const makeWithdrawMcpSubmission =
  (deps: SubmissionDeps): UseCase<CloseSubmissionInput, SubmissionView> =>
  (context, input) =>
    review(deps, context, input, {
      permission: 'mcp_server.register',
      eventType: 'mcp_server.withdrawn',
      action: 'withdraw',
      decide: ({ server, submission }, _, asked) =>
        decideWithdrawSubmission(server.record, submission.record, asked),
    });

const review = (
  deps: SubmissionDeps,
  context: CallContext,
  input: CloseSubmissionInput,
  how: Review,
): Promise<Result<SubmissionView>> =>
  decideAndCommit(deps, context, {
    turn: turnAt(mcpServerKind, input.scope, input.serverId),
    admit: () => admitRecord(deps.records, context, wantedServer(input, how.permission)),
    decide: async (admitted) => {
      const found = await findSubmission(deps.records, admitted, input);
      if (!found.ok) return found;
      const matches = checkIfMatch(context, found.value.submission);
      if (!matches.ok) return matches;
      const live = await liveOf(deps.records, found.value.server.record);
      const decided = how.decide(found.value, live?.record, {
        reasonCode: input.reasonCode,
        reason: input.reason ?? null,
        by: handOf(context.principal),
        now: deps.clock.now(),
      });
      if (!decided.ok) return decided;
      return ok(toDecision(deps, context, { input, how, loaded: found.value, live }, decided.value));
    },
  });

interface ReviewCall {
  readonly input: CloseSubmissionInput;
  readonly how: Review;
  readonly loaded: LoadedSubmission;
  readonly live: Stored<McpSubmission> | undefined;
}

const toDecision = (
  deps: SubmissionDeps,
  context: CallContext,
  { input, how, loaded, live }: ReviewCall,
  reviewed: Reviewed,
): Decision<SubmissionView> => {
  const { server, submission } = reviewed;
  if (reviewed.kind === 'no_change')
    return { output: submissionView(context, server, loaded.submission, deps.settings) };
  const { superseded } = reviewed;
  const related = [submission.submissionId, submission.snapshotId, superseded?.submissionId];
  const event = auditEvent(deps, context, {
    eventType: how.eventType,
    action: how.action,
    environmentId: server.environmentId,
    resourceId: server.serverId,
    version: submission.manifest.version,
    reasonCode: input.reasonCode,
    reason: input.reason,
    changedFields: changedFields(loaded.server.record, server),
    relatedIds: related.flatMap((id) => id ?? []),
  });
  const changes: Change[] = [
    { kind: mcpServerKind, record: server, expectedVersion: loaded.server.version },
    { kind: mcpSubmissionKind, record: submission, expectedVersion: loaded.submission.version },
  ];
  if (superseded !== null && live !== undefined)
    changes.push({ kind: mcpSubmissionKind, record: superseded, expectedVersion: live.version });
  return {
    commit: { changes, audit: [event] },
    output: submissionView(context, server, afterWrite(loaded.submission, submission), deps.settings),
  };
};
