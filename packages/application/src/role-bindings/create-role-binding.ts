import { newRoleBinding, ok } from '@govgate/domain';
import { roleBindingKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { judgeRoleBinding, type RoleBindingInput } from './judge-role-binding.js';
import { type RoleBindingView, roleBindingView } from './role-binding-view.js';
import { securityAdmins } from './security-admins.js';
import { touchGuard } from './tenant-guard.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'>;

/** Grants a role, after the very look that a preview takes (contract, section 4.17). */
export const makeCreateRoleBinding =
  (deps: Deps): UseCase<RoleBindingInput, RoleBindingView> =>
  (context, input) =>
    decideAndCommit(deps, context, async () => {
      const judged = await judgeRoleBinding(deps, context, input, 'role_binding.create');
      if (!judged.ok) return judged;
      const { draft, refused, guard, now } = judged.value;
      if (refused !== undefined) return refused;
      const bindingId = deps.ids.mint('roleBinding');
      const record = newRoleBinding(draft, { bindingId, grantedBy: context.principal.actorId, now });
      const event = auditEvent(deps, context, {
        eventType: 'role_binding.created',
        action: 'create',
        environmentId: draft.scope.scopeType === 'tenant' ? null : draft.scope.environmentId,
        resourceId: bindingId,
        reasonCode: draft.reasonCode,
        reason: draft.reason,
        changedFields: Object.keys(draft).sort(),
        relatedIds: [draft.subject.subjectId],
      });
      const admins = await securityAdmins(deps.records, draft.tenantId);
      return ok({
        commit: {
          changes: [touchGuard(guard), { kind: roleBindingKind, record, expectedVersion: null }],
          audit: [event],
        },
        output: roleBindingView(context, afterWrite(undefined, record), {
          now,
          admins,
          auditEventIds: [event.auditEventId],
        }),
      });
    });
