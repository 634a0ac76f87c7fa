import { type Decided, moved, noChange } from '../decided.js';
import type { Contributor } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import type { CredentialBinding, CredentialRotation } from './credential-binding.js';
import { submittedNow } from './decide-approval.js';
import { lifecycleStep } from './lifecycle-step.js';

/**
 * Rotates a binding to another version of its credential; nothing on the server changes. An expired, approved binding becomes active again;
 * the version already in use is no change. A binding under review is submitted again: the reviewer saw another version (see
 * docs/spec/credential-bindings.md).
 */
export const decideRotate = (
  binding: CredentialBinding,
  request: {
    readonly versionRef: string;
    readonly nextRotationDueAt?: Instant;
    readonly rotationProofRef?: string;
    readonly by: Contributor;
    readonly now: Instant;
  },
): Result<Decided<CredentialBinding>> => {
  const stepped = lifecycleStep(binding, 'rotate');
  if (!stepped.moved) return refuse('invalid_state');
  if (binding.rotation.versionRef === request.versionRef && stepped.to === binding.lifecycleState)
    return ok(noChange(binding));
  const rotation: CredentialRotation = {
    versionRef: request.versionRef,
    lastRotatedAt: request.now,
    nextRotationDueAt: request.nextRotationDueAt ?? '',
    rotationWithoutServerChange: true,
    ...(request.rotationProofRef === undefined ? {} : { rotationProofRef: request.rotationProofRef }),
  };
  const projected = binding.runtimeProjectionVersionRef === null ? null : request.versionRef;
  return ok(
    moved(binding, {
      ...binding,
      lifecycleState: stepped.to,
      rotation,
      runtimeProjectionVersionRef: projected,
      ...contributorsAfter(binding, request),
      updatedAt: request.now,
    }),
  );
};

const contributorsAfter = (
  binding: CredentialBinding,
  request: { readonly by: Contributor; readonly now: Instant },
): Partial<CredentialBinding> => {
  const hands = { ...binding.hands, changed: request.by };
  return binding.approvalStatus === 'pending_review' ? submittedNow({ hands }, request) : { hands };
};
