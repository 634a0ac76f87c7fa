import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { CredentialBinding } from './credential-binding.js';
import {
  APPROVAL_TRIGGERS,
  type ApprovalTarget,
  credentialApprovalMachine,
  credentialLifecycleMachine,
  type LifecycleState,
} from './credential-binding.machine.js';

/** What the approval endpoint is asked. `revocationId` is used only where the move fences the runtime. */
export interface ApprovalAsked {
  readonly toStatus: ApprovalTarget;
  readonly reasonCode: string;
  readonly reason: string;
  readonly actorId: string;
  readonly now: Instant;
  /** Whether who submitted a binding is kept from approving it. */
  readonly fourEyes: boolean;
  readonly revocationId: string;
}

/** Whether a caller counts as the one who submitted the binding: before any submission that is its maker. */
export const isSubmitter = (
  binding: Pick<CredentialBinding, 'submittedBy' | 'createdBy'>,
  actorId: string,
): boolean => (binding.submittedBy === '' ? binding.createdBy : binding.submittedBy) === actorId;

/**
 * Moves a binding through approval (decisions, section 4): the same state is no change, revoked is terminal, leaving
 * approved fences the runtime and makes an active binding inactive, approving makes an inactive one active.
 */
export const decideApproval = (
  binding: CredentialBinding,
  asked: ApprovalAsked,
): Result<Decided<CredentialBinding>> => {
  if (binding.approvalStatus === asked.toStatus) return ok(noChange(binding));
  const facts = { not_submitter: !(asked.fourEyes && isSubmitter(binding, asked.actorId)) };
  const trigger = APPROVAL_TRIGGERS[asked.toStatus];
  const stepped = step(credentialApprovalMachine, binding.approvalStatus, trigger, facts);
  if (!stepped.moved)
    return refuse(stepped.because === 'guard' ? 'self_approval_forbidden' : 'invalid_transition');
  const leaves = binding.approvalStatus === 'approved';
  return ok(
    moved(binding, { ...binding, ...reviewed(binding, asked), ...runtimeAfter(binding, asked) }, leaves),
  );
};

const reviewed = (binding: CredentialBinding, asked: ApprovalAsked): Partial<CredentialBinding> => ({
  approvalStatus: asked.toStatus,
  reviewedBy: asked.actorId,
  reviewReasonCode: asked.reasonCode,
  reviewReason: asked.reason,
  reviewedAt: asked.now,
  updatedAt: asked.now,
  // Whoever puts a draft up for review here has submitted it, and so cannot approve it.
  ...(asked.toStatus === 'pending_review' && binding.submittedBy === ''
    ? { submittedBy: asked.actorId, submittedAt: asked.now }
    : {}),
});

const runtimeAfter = (binding: CredentialBinding, asked: ApprovalAsked): Partial<CredentialBinding> => {
  if (asked.toStatus === 'approved')
    return {
      lifecycleState: lifecycleAfter(binding.lifecycleState, 'approve'),
      runtimeProjectionVersionRef: binding.rotation.versionRef,
    };
  if (binding.approvalStatus !== 'approved') return {};
  return {
    lifecycleState: lifecycleAfter(binding.lifecycleState, 'leave_approved'),
    runtimeProjectionVersionRef: null,
    revocationId: asked.revocationId,
  };
};

// A disabled or expired binding stays so, whatever becomes of its approval.
const lifecycleAfter = (state: LifecycleState, on: 'approve' | 'leave_approved'): LifecycleState => {
  const stepped = step(credentialLifecycleMachine, state, on, { approved: on === 'approve' });
  return stepped.moved ? stepped.to : state;
};
