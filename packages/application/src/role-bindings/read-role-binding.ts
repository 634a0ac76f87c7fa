import { ok, refuse } from '@govgate/domain';
import { mayOnRoleBinding } from '@govgate/domain/internal';
import { roleBindingKind } from '@govgate/ports';
import type { UseCase } from '../call/context.js';
import type { Ports } from '../call/ports.js';
import { auditEventIdsOfOne, type RoleBindingView, roleBindingView } from './role-binding-view.js';
import { securityAdmins } from './security-admins.js';

export interface ReadRoleBindingInput {
  readonly tenantId: string;
  readonly bindingId: string;
}

/**
 * Reads a role binding (docs/spec/authorization.md#role-bindings). Without a tenant-wide grant, an invisible binding and an absent one are indistinguishable.
 */
export const makeReadRoleBinding =
  ({
    records,
    auditTrail,
    clock,
  }: Pick<Ports, 'records' | 'auditTrail' | 'clock'>): UseCase<ReadRoleBindingInput, RoleBindingView> =>
  async (context, { tenantId, bindingId }) => {
    const { principal } = context;
    if (principal.tenantId !== tenantId) return refuse('not_found');
    const stored = await records.get(roleBindingKind, { tenantId }, bindingId);
    const scope = stored?.record.scope ?? { scopeType: 'tenant' };
    if (!mayOnRoleBinding(principal, 'role_binding.read', scope)) return refuse('permission_denied');
    if (stored === undefined) return refuse('not_found');
    const now = clock.now();
    const admins = await securityAdmins(records, tenantId, now);
    const auditEventIds = await auditEventIdsOfOne(auditTrail, stored.record);
    return ok(roleBindingView(context, stored, { now, admins, auditEventIds }));
  };
