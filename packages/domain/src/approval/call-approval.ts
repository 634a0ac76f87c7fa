import type { Contributor } from '../four-eyes/contributor.js';
import { addSeconds, type Instant } from '../instant.js';
import type { PolicyAction } from '../policy/manifest.js';
import type { Scope } from '../scope.js';
import { type CallApprovalStatus, isOpenApproval } from './call-approval.machine.js';

/**
 * Consent to a single call, required by a rule (docs/spec/approvals.md). It stores the call's names and digest,
 * never an argument.
 */
export interface CallApproval extends Scope {
  readonly approvalId: string;
  readonly clientSessionId: string;
  /** The session's user, who never decides on it. */
  readonly userId: string;
  readonly agentId: string | null;
  readonly serverId: string;
  readonly toolId: string;
  readonly action: PolicyAction;
  readonly policyVersion: string;
  readonly ruleId: string;
  /** The rule's own name for who may decide, besides holders of `approval.decide`. */
  readonly approverRole: string;
  /** Of the server; null if it is not registered. An owner team's grants cover the approval through it. */
  readonly ownerTeam: string | null;
  /** Of what the decision depended on besides names: see `contextDigest`. */
  readonly contextDigest: string | null;
  /** The gateway's hash of the arguments. */
  readonly argumentsDigest: string | null;
  /** `sha256:` and 64 hex digits over the facts above: see `callDigest`. The service computes it. */
  readonly callDigest: string;
  readonly status: CallApprovalStatus;
  readonly requestedBy: Contributor;
  readonly requestedAt: Instant;
  readonly expiresAt: Instant;
  readonly decidedBy: string | null;
  readonly decidedAt: Instant | null;
  readonly decisionReasonCode: string | null;
  /** When it was used, withdrawn, denied or found to have expired; null while open. */
  readonly closedAt: Instant | null;
}

/** The subject of a request for approval, and the rule's requirements. */
export type WantedApproval = Omit<
  CallApproval,
  'status' | 'requestedAt' | 'expiresAt' | 'decidedBy' | 'decidedAt' | 'decisionReasonCode' | 'closedAt'
>;

/** The record of a request. Its time runs from the request, so waiting does not extend it. */
export const newCallApproval = (
  wanted: WantedApproval,
  request: { readonly now: Instant; readonly ttlSeconds: number },
): CallApproval => ({
  ...wanted,
  status: 'pending',
  requestedAt: request.now,
  expiresAt: addSeconds(request.now, request.ttlSeconds),
  decidedBy: null,
  decidedAt: null,
  decisionReasonCode: null,
  closedAt: null,
});

/** An approval's state at a given time: one past its time is expired, whether or not that has been recorded. */
export const statusAt = (
  { status, expiresAt }: Pick<CallApproval, 'status' | 'expiresAt'>,
  now: Instant,
): CallApprovalStatus => (isOpenApproval(status) && expiresAt <= now ? 'expired' : status);
