import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { type Step, step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import { type CallApproval, statusAt } from './call-approval.js';
import { type CallApprovalStatus, callApprovalMachine } from './call-approval.machine.js';
import { isAnotherPerson } from './call-approver.js';

type Taken = Step<CallApprovalStatus, 'another_person'>;

/** An approver's decision on a call: yes or no. */
export const CALL_VERDICTS = { approve: 'approved', deny: 'denied' } as const;
export type CallVerdict = keyof typeof CALL_VERDICTS;

/**
 * Approves or denies a call (docs/spec/approvals.md). Repeating a decision changes nothing; the session's user may not decide, and a decided
 * or withdrawn approval cannot be decided again.
 */
export const decideVerdict = (
  approval: CallApproval,
  request: {
    readonly verdict: CallVerdict;
    readonly by: Principal;
    readonly reasonCode: string;
    readonly now: Instant;
  },
): Result<Decided<CallApproval>> => {
  const state = statusAt(approval, request.now);
  const facts = { another_person: isAnotherPerson(request.by, approval) };
  if (!facts.another_person) return refuse('self_approval_forbidden');
  if (state === CALL_VERDICTS[request.verdict]) return ok(noChange(approval));
  const taken: Taken = step(callApprovalMachine, state, request.verdict, facts);
  if (!taken.moved) return refuse('invalid_state');
  return ok(
    moved(approval, {
      ...approval,
      status: taken.to,
      decidedBy: request.by.actorId,
      decidedAt: request.now,
      decisionReasonCode: request.reasonCode,
      closedAt: taken.to === 'denied' ? request.now : null,
    }),
  );
};

/** Uses an approval, once and for exactly the call it was given for. A second use is always refused. */
export const decideUse = (
  approval: CallApproval,
  request: {
    readonly callDigest: string;
    /** Whether its session may still call: it is live, and no revocation covers it. */
    readonly sessionMayCall: boolean;
    readonly now: Instant;
  },
): Result<Decided<CallApproval>> => {
  if (request.callDigest !== approval.callDigest) return refuse('invalid_state', 'call_digest');
  if (!request.sessionMayCall) return refuse('invalid_state', 'client_session_id');
  const taken: Taken = step(callApprovalMachine, statusAt(approval, request.now), 'use', UNASKED);
  if (!taken.moved) return refuse('invalid_state');
  return ok(moved(approval, { ...approval, status: taken.to, closedAt: request.now }));
};

/** Withdraws an open approval whose subject has ended. Any other stays unchanged. */
export const decideWithdraw = (approval: CallApproval, now: Instant): Decided<CallApproval> =>
  close(approval, { state: approval.status, trigger: 'withdraw', now });

/** Records that an approval has expired. */
export const decideExpire = (approval: CallApproval, now: Instant): Decided<CallApproval> =>
  statusAt(approval, now) === 'expired'
    ? close(approval, { state: approval.status, trigger: 'expire', now })
    : noChange(approval);

// Neither a use nor an end depends on who causes it.
const UNASKED = { another_person: true };

interface Closing {
  readonly state: CallApprovalStatus;
  readonly trigger: 'withdraw' | 'expire';
  readonly now: Instant;
}

const close = (approval: CallApproval, { state, trigger, now }: Closing): Decided<CallApproval> => {
  const taken: Taken = step(callApprovalMachine, state, trigger, UNASKED);
  return taken.moved ? moved(approval, { ...approval, status: taken.to, closedAt: now }) : noChange(approval);
};
