import { allowedActions } from '../authorization/allowed-actions.js';
import type { Principal } from '../authorization/principal.js';
import { type Decided, moved, noChange } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import { mayOnRoleBinding } from './grantor.js';
import type { RoleBinding } from './role-binding.js';
import { roleBindingActions, roleBindingMachine, roleBindingStatus } from './role-binding.machine.js';

/**
 * Whether disabling a binding would leave its tenant without an active security_admin, or a tenant-wide one without another tenant-wide
 * one: an administrator of one environment cannot restore the tenant's. Another binding counts only if it has no end or ends later
 * (docs/spec/authorization.md).
 */
export const isLastSecurityAdmin = (
  binding: RoleBinding,
  bindings: readonly RoleBinding[],
  now: Instant,
): boolean => {
  if (!isActiveSecurityAdmin(binding, now)) return false;
  return !bindings.some(
    (other) =>
      other.bindingId !== binding.bindingId &&
      other.tenantId === binding.tenantId &&
      isActiveSecurityAdmin(other, now) &&
      outlasts(other, binding) &&
      (binding.scope.scopeType !== 'tenant' || other.scope.scopeType === 'tenant'),
  );
};

/** Disables a role binding without deleting it; idempotent (docs/spec/authorization.md#role-bindings). */
export const decideDisableRoleBinding = (
  binding: RoleBinding,
  request: {
    readonly actorId: string;
    readonly reasonCode: string;
    readonly now: Instant;
    readonly lastSecurityAdmin: boolean;
  },
): Result<Decided<RoleBinding>> => {
  const status = roleBindingStatus(binding, request.now);
  if (status === 'disabled') return ok(noChange(binding));
  const facts = { not_last_security_admin: !request.lastSecurityAdmin };
  const stepped = step(roleBindingMachine, status, 'disable', facts);
  if (!stepped.moved) return refuse(stepped.because === 'guard' ? 'last_security_admin' : 'invalid_state');
  return ok(
    moved(binding, {
      ...binding,
      disabledBy: request.actorId,
      disabledAt: request.now,
      disableReasonCode: request.reasonCode,
    }),
  );
};

/** What the caller may do with a role binding now. Sorted; what is listed succeeds. */
export const roleBindingAllowedActions = (
  principal: Principal,
  binding: RoleBinding,
  facts: { readonly now: Instant; readonly lastSecurityAdmin: boolean },
): ('read' | 'disable')[] => {
  const now = {
    state: roleBindingStatus(binding, facts.now),
    facts: { not_last_security_admin: !facts.lastSecurityAdmin },
  };
  return allowedActions(roleBindingActions, now, (permission) =>
    mayOnRoleBinding(principal, permission, binding.scope),
  );
};

const outlasts = (other: RoleBinding, binding: RoleBinding): boolean =>
  other.expiresAt === null || (binding.expiresAt !== null && other.expiresAt > binding.expiresAt);

const isActiveSecurityAdmin = (binding: RoleBinding, now: Instant): boolean =>
  binding.role === 'security_admin' && roleBindingStatus(binding, now) === 'active';
