import { ok, type Result, refuse } from '@govgate/domain';
import { maySeeApproval, statusAt } from '@govgate/domain/internal';
import type { CallContext, UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { WaitingCallers } from '../sessions/waiting-callers.js';
import { type CallApprovalView, callApprovalView } from './call-approval-view.js';
import { admitApproval, type CallApprovalRef } from './load-call-approval.js';

export interface ReadApprovalInput extends CallApprovalRef {
  /** How long to wait for a decision while it is pending; at most 30. */
  readonly waitSeconds: number;
}

type Deps = Pick<Ports, 'records' | 'revisions' | 'timer' | 'notifications' | 'clock' | 'publicUrl'>;

/** How often a waiting caller's tenant is checked for commits. */
const POLL_EVERY_MS = 250;

/**
 * Reads an approval, waiting while it is pending (docs/spec/approvals.md). A waiting caller gets the outcome as soon as it is committed by
 * any process; if too many are waiting, the answer is immediate.
 */
export const makeReadApproval = (deps: Deps): UseCase<ReadApprovalInput, CallApprovalView> => {
  const waiting = new WaitingCallers();
  return async (context, input) => {
    const found = await readOnce(deps, context, input);
    if (!found.ok || found.value.status !== 'pending' || input.waitSeconds === 0) return found;
    const leave = waiting.enter(context.principal);
    try {
      return leave === undefined ? found : await waitFor(deps, context, { input, found });
    } finally {
      leave?.();
    }
  };
};

const readOnce = async (
  deps: Deps,
  context: CallContext,
  input: CallApprovalRef,
): Promise<Result<CallApprovalView>> => {
  const admitted = await admitApproval(deps.records, context, {
    approval: input,
    right: {
      permission: 'approval.read',
      orBy: maySeeApproval,
    },
  });
  if (!admitted.ok) return admitted;
  if (admitted.value === undefined) return refuse('not_found');
  return ok(callApprovalView(deps, context, admitted.value));
};

interface ApprovalWait {
  readonly input: ReadApprovalInput;
  readonly found: Result<CallApprovalView>;
}

const waitFor = async (
  deps: Deps,
  context: CallContext,
  { input, found }: ApprovalWait,
): Promise<Result<CallApprovalView>> => {
  const until = deps.clock.epochMs() + input.waitSeconds * 1000;
  let last = found;
  let seen = await deps.revisions.revisions(input.scope.tenantId);
  // Anything committed between the first read and this revision is checked again.
  let isStale = true;
  while (last.ok && last.value.status === 'pending') {
    if (isStale) last = await readOnce(deps, context, input);
    if (!last.ok || statusAt(last.value, deps.clock.now()) !== 'pending') break;
    if (deps.clock.epochMs() + POLL_EVERY_MS > until) break;
    const pause = deps.timer.wait(POLL_EVERY_MS);
    if ((await deps.notifications.sooner(pause, 'approvals', input.scope)) === 'stopping') break;
    const now = await deps.revisions.revisions(input.scope.tenantId);
    // Somebody's rights changed meanwhile, perhaps the caller's: authenticate them again before answering.
    if (now.authorization !== seen.authorization) return found;
    isStale = now.content !== seen.content;
    seen = now;
  }
  return last.ok ? ok({ ...last.value, status: statusAt(last.value, deps.clock.now()) }) : last;
};
