import { type CallApproval, ok, type Result, refuse } from '@govgate/domain';
import {
  type CallVerdict,
  type Decided,
  decideUse,
  decideVerdict,
  isLive,
  mayDecideApproval,
} from '@govgate/domain/internal';
import { callApprovalKind, clientSessionKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import { type CallApprovalView, callApprovalView } from './call-approval-view.js';
import { type ApprovalRight, admitApproval, type CallApprovalRef } from './load-call-approval.js';
import { RevocationBook } from './revocation-book.js';

export interface DecideApprovalInput extends CallApprovalRef {
  readonly reasonCode: string;
  readonly reason?: string | undefined;
}

export interface UseApprovalInput extends CallApprovalRef {
  readonly callDigest: string;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids' | 'publicUrl'>;

/** A change of one approval: who may make it, its effect, and how it is recorded. */
interface ApprovalChange {
  readonly approval: CallApprovalRef;
  readonly right: ApprovalRight;
  readonly eventType: 'approval.approved' | 'approval.denied' | 'approval.used';
  readonly action: 'approve' | 'deny' | 'use';
  readonly reasonCode?: string;
  readonly reason?: string | undefined;
  readonly decide: (
    approval: CallApproval,
  ) => Result<Decided<CallApproval>> | Promise<Result<Decided<CallApproval>>>;
}

const changeApproval = (
  deps: Deps,
  context: CallContext,
  change: ApprovalChange,
): Promise<Result<CallApprovalView>> =>
  decideAndCommit(deps, context, {
    lock: lockKey(callApprovalKind, change.approval.scope, change.approval.approvalId),
    admit: () => admitApproval(deps.records, context, change),
    decide: async (stored) => {
      if (stored === undefined) return refuse('not_found');
      const matches = checkIfMatch(context, stored);
      if (!matches.ok) return matches;
      const decided = await change.decide(stored.record);
      if (!decided.ok) return decided;
      if (decided.value.kind === 'no_change') return ok({ output: callApprovalView(deps, context, stored) });
      const { record, changedFields } = decided.value;
      const event = auditEvent(deps, context, {
        eventType: change.eventType,
        action: change.action,
        environmentId: record.environmentId,
        resourceId: record.approvalId,
        reasonCode: change.reasonCode,
        reason: change.reason,
        changedFields,
        relatedIds: [record.clientSessionId],
        moved: [stored.record, record],
      });
      const put = { kind: callApprovalKind, record, expectedVersion: stored.version };
      return ok({
        commit: { changes: [put], audit: [event] },
        output: callApprovalView(deps, context, afterWrite(stored, record)),
      });
    },
  });

const EVENTS = { approve: 'approval.approved', deny: 'approval.denied' } as const;

const makeVerdict =
  (verdict: CallVerdict) =>
  (deps: Deps): UseCase<DecideApprovalInput, CallApprovalView> =>
  (context, input) =>
    changeApproval(deps, context, {
      approval: input,
      right: { permission: 'approval.decide', orBy: mayDecideApproval },
      eventType: EVENTS[verdict],
      action: verdict,
      reasonCode: input.reasonCode,
      reason: input.reason,
      decide: (approval) =>
        decideVerdict(approval, {
          verdict,
          by: context.principal,
          reasonCode: input.reasonCode,
          now: deps.clock.now(),
        }),
    });

/** Approves a call (docs/spec/approvals.md). */
export const makeApproveCall = makeVerdict('approve');
/** Denies a call. */
export const makeDenyCall = makeVerdict('deny');

/**
 * Uses an approval for the call about to be made (ADR 37). The gateway makes the call only after this succeeded; a second caller, or one
 * for another call, is refused.
 */
export const makeUseApproval = (
  deps: Deps & Pick<Ports, 'revocations'>,
): UseCase<UseApprovalInput, CallApprovalView> => {
  const book = new RevocationBook(deps);
  return (context, input) =>
    changeApproval(deps, context, {
      approval: input,
      right: { permission: 'approval.request' },
      eventType: 'approval.used',
      action: 'use',
      decide: async (approval) =>
        decideUse(approval, {
          callDigest: input.callDigest,
          sessionMayCall: await sessionMayCall(deps, book, approval),
          now: deps.clock.now(),
        }),
    });
};

const sessionMayCall = async (
  { records }: Deps,
  book: RevocationBook,
  { tenantId, environmentId, clientSessionId }: CallApproval,
): Promise<boolean> => {
  const scope = { tenantId, environmentId };
  const session = (await records.get(clientSessionKind, scope, clientSessionId))?.record;
  return session !== undefined && isLive(session.state) && (await book.covering(session)) === undefined;
};
