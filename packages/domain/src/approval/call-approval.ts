import type { Hand } from '../four-eyes/hand.js';
import { addSeconds, type Instant } from '../instant.js';
import type { Scope } from '../scope.js';
import { type CallApprovalStatus, isOpenApproval } from './call-approval.machine.js';

/**
 * Somebody's consent to one call that a rule asks it for (decisions, section 16, "Approvals at run time"). Of the call it keeps names
 * and a digest; no argument of it ever comes here.
 */
export interface CallApproval extends Scope {
  readonly approvalId: string;
  readonly clientSessionId: string;
  /** The session's user, who never decides on it. */
  readonly userId: string;
  readonly agentId: string | null;
  readonly serverId: string;
  readonly toolId: string;
  readonly policyVersion: string;
  readonly ruleId: string;
  /** The rule's own word for who may decide, besides those who hold `approval.decide`. */
  readonly approverRole: string;
  /** Of the server; null where it is not registered. Grants of an owner team reach the approval through it. */
  readonly ownerTeam: string | null;
  /** `sha256:` and 64 hex digits over the call's facts: see `callDigest`. */
  readonly callDigest: string;
  readonly status: CallApprovalStatus;
  readonly requestedBy: Hand;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant;
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionReasonCode: string | null;
  /** When it was used, withdrawn, denied or found to have expired; null while it is open. */
  readonly closedAt: Instant | null;
}

/** What a request for an approval is about, and what the rule says of it. */
export type WantedApproval = Omit<
  CallApproval,
  'status' | 'requestedAt' | 'expiresAt' | 'decidedBy' | 'decidedAt' | 'decisionReasonCode' | 'closedAt'
>;

/** The record that a request becomes. Its time runs from the request, so that waiting for somebody does not stretch it. */
export const newCallApproval = (
  wanted: WantedApproval,
  asked: { readonly now: Instant; readonly ttlSeconds: number },
): CallApproval => ({
  ...wanted,
  status: 'pending',
  requestedAt: asked.now,
  expiresAt: addSeconds(asked.now, asked.ttlSeconds),
  decidedBy: null,
  decidedAt: null,
  decisionReasonCode: null,
  closedAt: null,
});

/** Where an approval stands at a moment: one whose time has run out is expired, whether or not somebody has noted it yet. */
export const statusAt = (
  { status, expiresAt }: Pick<CallApproval, 'status' | 'expiresAt'>,
  now: Instant,
): CallApprovalStatus => (isOpenApproval(status) && expiresAt <= now ? 'expired' : status);
