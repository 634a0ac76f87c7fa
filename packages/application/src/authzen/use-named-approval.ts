import { callDigest, isId, type Scope } from '@govgate/domain';
import { callApprovalKind } from '@govgate/ports';
import type { AccessQuestion } from '../access/access-question.js';
import { requestedCall } from '../access/requested-call.js';
import { makeUseApproval } from '../approvals/decide-approval.js';
import type { CallContext } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import type { AccessVerdict } from './decision-point.js';

export type UseDeps = Parameters<typeof makeUseApproval>[0];

/**
 * Uses the approval named by a question in `context.approval.id`, as re-evaluated by the Access Request and Approval Profile. True if it
 * was given for this very question under this very policy, and was still unused (ADR 38).
 */
export const usesApproval = async (
  deps: UseDeps & Pick<Ports, 'records'> & { readonly context: CallContext; readonly scope: Scope },
  question: AccessQuestion,
  { outcome, policy }: AccessVerdict,
): Promise<boolean> => {
  const approvalId = namedIn(question);
  if (approvalId === undefined || policy === null) return false;
  const [required, another] = outcome.approvals;
  const call = requestedCall(question);
  if (required === undefined || another !== undefined || call === undefined) return false;
  const { scope } = deps;
  const approval = (await deps.records.get(callApprovalKind, scope, approvalId))?.record;
  if (approval?.approverRole !== required.approver_role) return false;
  const { policyVersion } = policy;
  const { repeatable: _, ...context } = deps.context;
  const used = {
    scope,
    approvalId,
    callDigest: callDigest({ ...call, ...scope, policyVersion, ruleId: required.rule_id }),
  };
  return (await makeUseApproval(deps)(context, used)).ok;
};

const namedIn = ({ context }: AccessQuestion): string | undefined => {
  const approval = context?.approval;
  const id =
    typeof approval === 'object' && approval !== null ? (approval as { id?: unknown }).id : undefined;
  return typeof id === 'string' && isId(id) ? id : undefined;
};
