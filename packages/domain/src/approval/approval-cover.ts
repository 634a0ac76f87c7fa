import type { Instant } from '../instant.js';
import { type CallApproval, statusAt } from './call-approval.js';

/** Why an approval does not let a call go ahead; the last words of each say where it stands instead. */
export const APPROVAL_DENIALS = [
  'approval_required',
  'approval_pending',
  'approval_denied',
  'approval_expired',
  'approval_used',
  'approval_withdrawn',
  'approval_other_call',
  'approval_other_policy',
  'approval_other_role',
] as const;
export type ApprovalDenial = (typeof APPROVAL_DENIALS)[number];

/** What a call needs because the policy says `require_approval`, and what the gateway has been given. */
export interface ApprovalFacts {
  readonly needed: {
    /** The version that the gateway decided by. */
    readonly policyVersion: string;
    /** Of the decision's `approvals`: each role must have consented. */
    readonly approverRoles: readonly string[];
    /** Of this very call: see `callDigest`. */
    readonly callDigest: string;
  };
  readonly given: readonly Pick<
    CallApproval,
    'clientSessionId' | 'policyVersion' | 'approverRole' | 'callDigest' | 'status' | 'expiresAt'
  >[];
  readonly now: Instant;
}

/**
 * Why what was approved does not cover a call of a session; undefined where it does. It then still takes its use
 * (`POST /v1/approvals/{id}/use`), which the service grants once (decisions, section 16).
 */
export const approvalGap = (clientSessionId: string, facts: ApprovalFacts): ApprovalDenial | undefined => {
  if (facts.needed.approverRoles.length === 0) return 'approval_required';
  return facts.needed.approverRoles.map((role) => gapOfRole(clientSessionId, role, facts)).find(isGap);
};

const isGap = (gap: ApprovalDenial | undefined): gap is ApprovalDenial => gap !== undefined;

// Of several approvals for a role one that covers the call is enough, else the first says why not.
const gapOfRole = (
  clientSessionId: string,
  role: string,
  facts: ApprovalFacts,
): ApprovalDenial | undefined => {
  if (facts.given.length === 0) return 'approval_required';
  const gaps = facts.given.map((given) => gapOf(clientSessionId, role, given, facts));
  return gaps.includes(undefined)
    ? undefined
    : (gaps.find((gap) => gap !== 'approval_other_role') ?? gaps[0]);
};

const gapOf = (
  clientSessionId: string,
  role: string,
  given: ApprovalFacts['given'][number],
  { needed, now }: ApprovalFacts,
): ApprovalDenial | undefined => {
  if (given.approverRole !== role) return 'approval_other_role';
  if (given.clientSessionId !== clientSessionId || given.callDigest !== needed.callDigest)
    return 'approval_other_call';
  if (given.policyVersion !== needed.policyVersion) return 'approval_other_policy';
  const status = statusAt(given, now);
  return status === 'approved' ? undefined : `approval_${status}`;
};
