import type { RoleBindingInput } from '@govgate/application';
import type * as v from 'valibot';
import type { Parts } from '../../operation/define-operation.js';
import { instantIn, type RoleBindingBody } from '../../wire/role-binding.js';

type BodyParts = Parts<unknown, unknown, v.InferOutput<typeof RoleBindingBody>>;

/** The body of a create or preview as its use case takes it. */
export const roleBindingInput = ({ scope, body }: Pick<BodyParts, 'scope' | 'body'>): RoleBindingInput => ({
  tenantId: scope.tenantId,
  role: body.role,
  subject: body.subject,
  scope: {
    scopeType: body.scope.scopeType,
    environmentId: body.scope.environmentId ?? null,
    ownerTeam: body.scope.ownerTeam ?? null,
    resourceType: body.scope.resourceType ?? null,
    resourceId: body.scope.resourceId ?? null,
  },
  reasonCode: body.reasonCode,
  reason: body.reason ?? null,
  notBefore: instantIn(body.notBefore),
  expiresAt: instantIn(body.expiresAt),
});
