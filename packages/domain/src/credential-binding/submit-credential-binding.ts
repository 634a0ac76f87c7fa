import { type Decided, moved, noChange } from '../decided.js';
import type { Contributor } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { CredentialBinding } from './credential-binding.js';
import { credentialApprovalMachine } from './credential-binding.machine.js';
import { submittedNow } from './decide-approval.js';

/** Submits a binding for review; a binding already under review does not change. */
export const decideSubmitBinding = (
  binding: CredentialBinding,
  request: { readonly by: Contributor; readonly now: Instant },
): Result<Decided<CredentialBinding>> => {
  if (binding.approvalStatus === 'pending_review') return ok(noChange(binding));
  const stepped = step(credentialApprovalMachine, binding.approvalStatus, 'submit', { another_person: true });
  if (!stepped.moved) return refuse('invalid_transition');
  return ok(
    moved(binding, {
      ...binding,
      approvalStatus: stepped.to,
      ...submittedNow(binding, request),
      updatedAt: request.now,
    }),
  );
};
