import { type Instant, parseInstant } from '../instant.js';
import { isText, listOf, oneOf, shapeOf, unless } from '../wrong-part.js';
import { type CallApproval, statusAt } from './call-approval.js';
import { CALL_APPROVAL_STATUSES } from './call-approval.machine.js';

/** Why an approval does not let a call proceed; each ends with the approval's actual state. */
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

/** What a call requires because the policy says `require_approval`, and what the gateway was given. */
export interface ApprovalFacts {
  readonly needed: {
    /** The version the gateway decided by. */
    readonly policyVersion: string;
    /** From the decision's `approvals`: each role must have consented. */
    readonly approverRoles: readonly string[];
    /** Of exactly this call: see `callDigest`. */
    readonly callDigest: string;
  };
  readonly given: readonly Pick<
    CallApproval,
    'clientSessionId' | 'policyVersion' | 'approverRole' | 'callDigest' | 'status' | 'expiresAt'
  >[];
  readonly now: Instant;
}

const wrongName = unless((value) => isText(value) && value !== '');
// Times are compared as texts, which is correct for the API's single form.
const wrongInstant = unless((value) => isText(value) && parseInstant(value) === value);

/** What is wrong with the facts about an approval. */
export const wrongInApproval = shapeOf({
  needed: shapeOf({ policyVersion: wrongName, approverRoles: listOf(wrongName), callDigest: wrongName }),
  given: listOf(
    shapeOf(
      {
        clientSessionId: wrongName,
        policyVersion: wrongName,
        approverRole: wrongName,
        callDigest: wrongName,
        status: oneOf(CALL_APPROVAL_STATUSES),
        expiresAt: wrongInstant,
      },
      'open',
    ),
  ),
  now: wrongInstant,
});

/**
 * Why the approvals do not cover a session's call; undefined if they do. Each must then still be used (`POST /v1/approvals/{id}/use`),
 * which the service grants once (docs/spec/approvals.md).
 */
export const approvalGap = (clientSessionId: string, facts: ApprovalFacts): ApprovalDenial | undefined => {
  if (facts.needed.approverRoles.length === 0) return 'approval_required';
  return facts.needed.approverRoles.map((role) => gapOfRole(clientSessionId, role, facts)).find(isGap);
};

const isGap = (gap: ApprovalDenial | undefined): gap is ApprovalDenial => gap !== undefined;

// Of several approvals for a role, one covering the call is enough; otherwise the first gives the reason.
const gapOfRole = (
  clientSessionId: string,
  role: string,
  facts: ApprovalFacts,
): ApprovalDenial | undefined => {
  if (facts.given.length === 0) return 'approval_required';
  const gaps = facts.given.map((given) => gapOf({ clientSessionId, role }, given, facts));
  return gaps.includes(undefined)
    ? undefined
    : (gaps.find((gap) => gap !== 'approval_other_role') ?? gaps[0]);
};

interface Covered {
  readonly clientSessionId: string;
  readonly role: string;
}

const gapOf = (
  { clientSessionId, role }: Covered,
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
