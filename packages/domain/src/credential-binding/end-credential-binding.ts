import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import type { CredentialBinding } from './credential-binding.js';
import { lifecycleStep } from './lifecycle-step.js';

interface EndRequest {
  readonly now: Instant;
  /** Used only if the decision fences the runtime. */
  readonly revocationId: string;
}

/** Disables a binding. An active one is fenced: its live sessions stop at once. */
export const decideDisableBinding = (
  binding: CredentialBinding,
  request: EndRequest,
): Result<Decided<CredentialBinding>> => {
  if (binding.lifecycleState === 'disabled') return ok(noChange(binding));
  const stepped = lifecycleStep(binding, 'disable');
  if (!stepped.moved) return refuse('invalid_state');
  const fences = binding.lifecycleState === 'active';
  return ok(
    moved(
      binding,
      {
        ...binding,
        lifecycleState: stepped.to,
        disabledAt: request.now,
        updatedAt: request.now,
        ...(fences ? { revocationId: request.revocationId } : {}),
      },
      fences,
    ),
  );
};

/** Enables a disabled binding, which must be approved. Earlier sessions stay fenced. */
export const decideEnableBinding = (
  binding: CredentialBinding,
  request: { readonly now: Instant },
): Result<Decided<CredentialBinding>> => {
  if (binding.lifecycleState === 'active') return ok(noChange(binding));
  const stepped = lifecycleStep(binding, 'enable');
  if (!stepped.moved) return refuse('invalid_state');
  return ok(
    moved(binding, { ...binding, lifecycleState: stepped.to, disabledAt: null, updatedAt: request.now }),
  );
};

/** Revokes a binding permanently; idempotent. */
export const decideRevokeBinding = (
  binding: CredentialBinding,
  request: EndRequest,
): Result<Decided<CredentialBinding>> => {
  if (binding.approvalStatus === 'revoked') return ok(noChange(binding));
  return ok(
    moved(
      binding,
      {
        ...binding,
        approvalStatus: 'revoked',
        lifecycleState: 'revoked',
        safeStatus: { state: 'revoked', reasonCode: 'binding_revoked', checkedAt: request.now },
        revokedAt: request.now,
        revocationId: request.revocationId,
        runtimeProjectionVersionRef: null,
        updatedAt: request.now,
      },
      true,
    ),
  );
};
