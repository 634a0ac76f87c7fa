import {
  ok,
  type PolicyOutcome,
  type PolicyRule,
  type PolicyVersion,
  type Result,
  refuse,
  type Scope,
} from '@govgate/domain';
import { validManifest } from '@govgate/domain/internal';
import { policyVersionKind, type Stored } from '@govgate/ports';
import type { DecidingEnvironment } from '../access/access-decisions.js';
import type { Ports } from '../call/ports.js';
import { activeVersion } from '../policies/active-version.js';
import type { ApprovalRequest, CallToApprove } from './call-to-approve.js';

export type RequiredApprovals = PolicyOutcome['approvals'];

/**
 * What the policy in force asks for a call: each approving role with the shortest time of its rules. It is decided as over AuthZEN, by what
 * is known here; empty where that asks for nothing, as for a user whose groups only the identity provider knows.
 */
export const requiredApprovals = async (
  environment: DecidingEnvironment,
  { clientSessionId, serverId, toolId, action: name }: CallToApprove,
  { action, context }: ApprovalRequest,
): Promise<RequiredApprovals> => {
  const { outcome } = await environment.find({
    subject: { type: 'client_session', id: clientSessionId },
    action: { ...action, name },
    resource: { type: 'mcp_tool', id: `${serverId}/${toolId}` },
    ...(context === undefined ? {} : { context }),
  });
  return outcome.approvals;
};

/** How long an approval lasts: of several rules that ask for the same role's the shortest counts, whichever of them was named. */
export const secondsOf = (named: NonNullable<PolicyRule['approval']>, required: RequiredApprovals): number =>
  required.reduce(
    (shortest, { approver_role, ttl_seconds }) =>
      approver_role === named.approver_role ? Math.min(shortest, ttl_seconds) : shortest,
    named.ttl_seconds,
  );

/** The rule that a request names, in the version in force. */
export interface RequiringRule {
  readonly policy: Stored<PolicyVersion>;
  readonly rule: PolicyRule & Required<Pick<PolicyRule, 'approval'>>;
}

export const requiringRule = async (
  deps: Pick<Ports, 'records'>,
  scope: Scope,
  { policyVersion, ruleId }: Pick<CallToApprove, 'policyVersion' | 'ruleId'>,
): Promise<Result<RequiringRule>> => {
  const policy = await activeVersion(deps, scope);
  if (policy?.record.policyVersion !== policyVersion) {
    const known = await deps.records.get(policyVersionKind, scope, policyVersion);
    return refuse(known === undefined ? 'unknown_reference' : 'invalid_state', 'policy_version');
  }
  const { rules } = validManifest(policy.record.body);
  const rule = rules.find((one) => one.rule_id === ruleId);
  const { approval } = rule ?? {};
  if (rule === undefined || approval === undefined || rule.enabled === false)
    return refuse('unknown_reference', 'rule_id');
  return ok({ policy, rule: { ...rule, approval } });
};
