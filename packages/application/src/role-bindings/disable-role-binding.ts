import { ok, type Result, type RoleBinding, refuse } from '@govgate/domain';
import { decideDisableRoleBinding, isLastSecurityAdmin, mayOnRoleBinding } from '@govgate/domain/internal';
import { roleBindingKind, type Stored, type Tenant, tenantKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { type Decision, decideAndCommit } from '../call/decide-and-commit.js';
import { lockKey } from '../call/key-lock.js';
import type { Ports } from '../call/ports.js';
import { afterWrite, checkIfMatch } from '../call/record-tag.js';
import {
  auditEventIdsOfOne,
  bindingsOf,
  type RoleBindingView,
  roleBindingView,
} from './role-binding-view.js';
import { securityAdmins } from './security-admins.js';
import { readGuard, touchGuard } from './tenant-guard.js';

export interface DisableRoleBindingInput {
  readonly tenantId: string;
  readonly bindingId: string;
  readonly reasonCode: string;
  readonly reason: string | null;
}

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'auditTrail' | 'clock' | 'ids'>;

/**
 * Disables a role binding without deleting it (docs/spec/authorization.md#role-bindings). The rule of the last security administrator is judged by committed
 * data: the tenant is read before and written with the change, so of two racing withdrawals the second is decided again and meets the rule.
 */
export const makeDisableRoleBinding =
  (deps: Deps): UseCase<DisableRoleBindingInput, RoleBindingView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      // Every withdrawal writes the tenant's record.
      lock: lockKey(tenantKind, { tenantId: input.tenantId }),
      admit: () => admit(deps, context, input),
      decide: ({ stored, guard }) => {
        if (stored === undefined || guard === undefined) return refuse('not_found');
        const matches = checkIfMatch(context, stored);
        return matches.ok ? disableBinding(deps, context, { input, stored, guard }) : matches;
      },
    });

/** A role binding to disable, and the tenant's record as it was read before. */
export interface Disabling {
  readonly input: DisableRoleBindingInput;
  readonly stored: Stored<RoleBinding>;
  readonly guard: Stored<Tenant>;
}

/** The commit that disables a role binding; none if it is disabled already. */
export const disableBinding = async (
  deps: Deps,
  context: CallContext,
  { input, stored, guard }: Disabling,
): Promise<Result<Decision<RoleBindingView>>> => {
  const now = deps.clock.now();
  const admins = await securityAdmins(deps.records, input.tenantId, now);
  const decided = decideDisableRoleBinding(stored.record, {
    actorId: context.principal.actorId,
    reasonCode: input.reasonCode,
    now,
    lastSecurityAdmin: isLastSecurityAdmin(stored.record, bindingsOf(admins), now),
  });
  if (!decided.ok) return decided;
  const before = await auditEventIdsOfOne(deps.auditTrail, stored.record);
  if (decided.value.kind === 'no_change')
    return ok({ output: roleBindingView(context, stored, { now, admins, auditEventIds: before }) });
  const { record, changedFields } = decided.value;
  const event = disableEvent(deps, context, { input, before: stored.record, binding: record, changedFields });
  const facts = { now, admins, auditEventIds: [...before, event.auditEventId] };
  const guarded = record.role === 'security_admin' ? [touchGuard(guard)] : [];
  const change = { kind: roleBindingKind, record, expectedVersion: stored.version };
  return ok({
    commit: { changes: [...guarded, change], audit: [event] },
    output: roleBindingView(context, afterWrite(stored, record), facts),
  });
};

interface Admitted {
  readonly stored: Stored<RoleBinding> | undefined;
  readonly guard: Stored<Tenant> | undefined;
}

// Without a tenant-wide grant, a binding out of reach and an absent one are indistinguishable. The guard is read before the bindings it
// guards.
const admit = async (
  { records }: Deps,
  { principal }: CallContext,
  { tenantId, bindingId }: DisableRoleBindingInput,
): Promise<Result<Admitted>> => {
  if (principal.tenantId !== tenantId) return refuse('not_found');
  const guard = await readGuard(records, tenantId);
  const stored = await records.get(roleBindingKind, { tenantId }, bindingId);
  const scope = stored?.record.scope ?? { scopeType: 'tenant' };
  return mayOnRoleBinding(principal, 'role_binding.disable', scope)
    ? ok({ stored, guard })
    : refuse('permission_denied');
};

interface Disabled {
  readonly input: DisableRoleBindingInput;
  readonly before: RoleBinding;
  readonly binding: RoleBinding;
  readonly changedFields: readonly string[];
}

const disableEvent = (
  deps: Deps,
  context: CallContext,
  { input: { reasonCode, reason }, before, binding, changedFields }: Disabled,
) => {
  const { bindingId, scope, subject } = binding;
  return auditEvent(deps, context, {
    eventType: 'role_binding.disabled',
    action: 'disable',
    environmentId: scope.scopeType === 'tenant' ? null : scope.environmentId,
    resourceId: bindingId,
    reasonCode,
    reason,
    changedFields,
    relatedIds: [subject.subjectId],
    subjectType: subject.subjectType,
    moved: [before, binding],
  });
};
