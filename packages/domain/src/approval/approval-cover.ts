import { type Instant, parseInstant } from '../instant.js';
import { POLICY_ACTIONS } from '../policy/manifest.js';
import type { RequiredApproval } from '../policy/policy-outcome.js';
import { isText, listOf, oneOf, optionally, shapeOf, unless } from '../wrong-part.js';
import { type CallApproval, statusAt } from './call-approval.js';
import { CALL_APPROVAL_STATUSES } from './call-approval.machine.js';
import { callDigest, type ReportedCall } from './call-digest.js';

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

/** The session that calls. */
export type CallingSession = Pick<ReportedCall, 'tenantId' | 'environmentId' | 'clientSessionId'>;

/** What a call requires because the policy says `require_approval`, and what the gateway was given. */
export interface ApprovalFacts {
  /** Exactly this call, and the version the gateway decided by. The session adds the rest. */
  readonly needed: Omit<ReportedCall, keyof CallingSession | 'ruleId'> & {
    /** The decision's own: each role must have consented, to the rule that asks. */
    readonly approvals: readonly RequiredApproval[];
  };
  readonly given: readonly Pick<
    CallApproval,
    'clientSessionId' | 'policyVersion' | 'approverRole' | 'callDigest' | 'status' | 'expiresAt'
  >[];
  readonly now: Instant;
}

const isName = (value: unknown): boolean => isText(value) && value !== '';
const wrongName = unless(isName);
const wrongNameOrNull = unless((value) => value === null || isName(value));
const wrongSeconds = unless((value) => Number.isSafeInteger(value) && (value as number) > 0);
// Times are compared as texts, which is correct for the API's single form.
const wrongInstant = unless((value) => isText(value) && parseInstant(value) === value);

/** What is wrong with the facts about an approval. */
export const wrongInApproval = shapeOf({
  needed: shapeOf({
    serverId: wrongName,
    toolId: wrongName,
    action: oneOf(POLICY_ACTIONS),
    policyVersion: wrongName,
    contextDigest: optionally(wrongNameOrNull),
    argumentsDigest: optionally(wrongNameOrNull),
    approvals: listOf(shapeOf({ approver_role: wrongName, ttl_seconds: wrongSeconds, rule_id: wrongName })),
  }),
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
export const approvalGap = (session: CallingSession, facts: ApprovalFacts): ApprovalDenial | undefined => {
  const { approvals } = facts.needed;
  if (approvals.length === 0) return 'approval_required';
  return approvals.map((required) => gapOfRole(session, required, facts)).find(isGap);
};

const isGap = (gap: ApprovalDenial | undefined): gap is ApprovalDenial => gap !== undefined;

// Of several approvals for a role, one covering the call is enough; otherwise the first gives the reason.
const gapOfRole = (
  { tenantId, environmentId, clientSessionId }: CallingSession,
  { approver_role: role, rule_id: ruleId }: RequiredApproval,
  { needed, given, now }: ApprovalFacts,
): ApprovalDenial | undefined => {
  if (given.length === 0) return 'approval_required';
  const digest = callDigest({ ...needed, tenantId, environmentId, clientSessionId, ruleId });
  const gaps = given.map((one) => {
    if (one.approverRole !== role) return 'approval_other_role';
    if (one.policyVersion !== needed.policyVersion) return 'approval_other_policy';
    if (one.clientSessionId !== clientSessionId || one.callDigest !== digest) return 'approval_other_call';
    const status = statusAt(one, now);
    return status === 'approved' ? undefined : (`approval_${status}` as const);
  });
  return gaps.includes(undefined)
    ? undefined
    : (gaps.find((gap) => gap !== 'approval_other_role') ?? gaps[0]);
};
