import { type Decided, moved, noChange } from '../decided.js';
import { type Contributor, type Contributors, contributorNamed, isOneOf } from '../four-eyes/contributor.js';
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

/** The input of the approval endpoint. `revocationId` is used only if the transition fences the runtime. */
export interface ApprovalRequest {
  readonly toStatus: ApprovalTarget;
  readonly reasonCode: string;
  readonly reason: string;
  readonly by: Contributor;
  readonly now: Instant;
  /** Whether people involved in a binding are barred from approving it. */
  readonly fourEyes: boolean;
  readonly revocationId: string;
}

/** Whether a caller last created, rotated or submitted the binding. */
export const contributedToBinding = (
  { hands, createdBy, submittedBy }: Pick<CredentialBinding, 'hands' | 'submittedBy' | 'createdBy'>,
  who: Contributor,
): boolean =>
  isOneOf(
    [
      contributorNamed(createdBy, hands?.created),
      hands?.changed,
      contributorNamed(submittedBy, hands?.submitted),
    ],
    who,
  );

/**
 * Moves a binding through approval (docs/spec/credential-bindings.md): the same state is no change, revoked is terminal, leaving approved fences the
 * runtime and deactivates an active binding, approving activates an inactive one.
 */
export const decideApproval = (
  binding: CredentialBinding,
  request: ApprovalRequest,
): Result<Decided<CredentialBinding>> => {
  if (binding.approvalStatus === request.toStatus) return ok(noChange(binding));
  const facts = { another_person: !(request.fourEyes && contributedToBinding(binding, request.by)) };
  const trigger = APPROVAL_TRIGGERS[request.toStatus];
  const stepped = step(credentialApprovalMachine, binding.approvalStatus, trigger, facts);
  if (!stepped.moved)
    return refuse(stepped.because === 'guard' ? 'self_approval_forbidden' : 'invalid_transition');
  const leaves = binding.approvalStatus === 'approved';
  return ok(
    moved(binding, { ...binding, ...reviewed(binding, request), ...runtimeAfter(binding, request) }, leaves),
  );
};

/** Who submitted a binding for review, and when. */
export const submittedNow = (
  { hands }: Pick<CredentialBinding, 'hands'>,
  { by, now }: { readonly by: Contributor; readonly now: Instant },
): Pick<CredentialBinding, 'submittedBy' | 'submittedAt'> & { readonly hands: Contributors } => ({
  submittedBy: by.actorId,
  submittedAt: now,
  hands: { ...hands, submitted: by },
});

const runtimeAfter = (binding: CredentialBinding, request: ApprovalRequest): Partial<CredentialBinding> => {
  if (request.toStatus === 'approved')
    return {
      lifecycleState: lifecycleAfter(binding.lifecycleState, 'approve'),
      runtimeProjectionVersionRef: binding.rotation.versionRef,
    };
  if (binding.approvalStatus !== 'approved') return {};
  return {
    lifecycleState: lifecycleAfter(binding.lifecycleState, 'leave_approved'),
    runtimeProjectionVersionRef: null,
    revocationId: request.revocationId,
  };
};

// A disabled or expired binding stays so, whatever happens to its approval.
const lifecycleAfter = (state: LifecycleState, on: 'approve' | 'leave_approved'): LifecycleState => {
  const stepped = step(credentialLifecycleMachine, state, on, { approved: on === 'approve' });
  return stepped.moved ? stepped.to : state;
};

const reviewed = (binding: CredentialBinding, request: ApprovalRequest): Partial<CredentialBinding> => ({
  approvalStatus: request.toStatus,
  reviewedBy: request.by.actorId,
  reviewReasonCode: request.reasonCode,
  reviewReason: request.reason,
  reviewedAt: request.now,
  updatedAt: request.now,
  // Moving a draft to review here counts as submitting it, so the same person cannot approve it.
  ...(request.toStatus === 'pending_review' && binding.submittedBy === ''
    ? submittedNow(binding, request)
    : {}),
});
