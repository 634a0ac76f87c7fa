import { ok, type Result } from '@govgate/domain';
import { isForbidden, newRoleBinding } from '@govgate/domain/internal';
import { roleBindingKind } from '@govgate/ports';
import { auditEvent } from '../call/audit-event.js';
import type { CallContext, UseCase } from '../call/context.js';
import { decideAndCommit } from '../call/decide-and-commit.js';
import type { Ports } from '../call/ports.js';
import { afterWrite } from '../call/record-tag.js';
import { type JudgedRoleBinding, judgeRoleBinding, type RoleBindingInput } from './judge-role-binding.js';
import { type RoleBindingView, roleBindingView } from './role-binding-view.js';
import { securityAdmins } from './security-admins.js';
import { touchGuard } from './tenant-guard.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'locks' | 'clock' | 'ids'>;

/** Grants a role, after the same assessment as a preview (docs/spec/authorization.md#role-bindings). */
export const makeCreateRoleBinding =
  (deps: Deps): UseCase<RoleBindingInput, RoleBindingView> =>
  (context, input) =>
    decideAndCommit(deps, context, {
      admit: () => admit(deps, context, input),
      decide: async ({ draft, refused, guard, preconditions, now }) => {
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
          relatedIds: [draft.subject.subjectId, `role:${draft.role}`],
          subjectType: draft.subject.subjectType,
        });
        const admins = await securityAdmins(deps.records, draft.tenantId, now);
        return ok({
          commit: {
            changes: [touchGuard(guard), { kind: roleBindingKind, record, expectedVersion: null }],
            preconditions,
            audit: [event],
          },
          output: roleBindingView(context, afterWrite(undefined, record), {
            now,
            admins,
            auditEventIds: [event.auditEventId],
          }),
        });
      },
    });

// Granting to oneself, or more than one has, is forbidden whatever else is wrong.
const admit = async (
  deps: Deps,
  context: CallContext,
  input: RoleBindingInput,
): Promise<Result<JudgedRoleBinding>> => {
  const judged = await judgeRoleBinding(deps, context, { input, permission: 'role_binding.create' });
  if (!judged.ok) return judged;
  const { preview, refused } = judged.value;
  return refused !== undefined && isForbidden(preview.findings) ? refused : judged;
};
