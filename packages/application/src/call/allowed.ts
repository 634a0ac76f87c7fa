import {
  authorize,
  ok,
  type Permission,
  type PermissionArea,
  type Result,
  refuse,
  type Scope,
  type Target,
} from '@govgate/domain';
import { holdsGrantIn } from '@govgate/domain/internal';
import type { CallContext } from './context.js';

/** The caller's permissions on a record, as in answers (docs/spec/policies.md#record). */
export interface PermissionsView {
  readonly resourceType: PermissionArea;
  readonly resourceId: string;
  readonly allowedActions: readonly string[];
}

/** The permissions part of a record's answer. */
export const permissionsView = (
  resourceType: PermissionArea,
  resourceId: string,
  allowed: readonly string[],
): PermissionsView => ({ resourceType, resourceId, allowedActions: allowed });

/** Whether the caller may create a record in an environment, owned by a team. */
export const mayCreate = (
  { principal }: CallContext,
  permission: Permission,
  created: Target & Scope,
): Result<undefined> => {
  const { tenantId, environmentId } = created;
  const reachable = principal.tenantId === tenantId && holdsGrantIn(principal, environmentId);
  if (!reachable) return refuse('scope_forbidden');
  return authorize(principal, permission, created) ? ok(undefined) : refuse('permission_denied');
};

/** Whether the caller may list or create records of the tenant itself. A foreign tenant is forbidden like a foreign environment. */
export const mayInTenant = (
  { principal }: Pick<CallContext, 'principal'>,
  permission: Permission,
  tenantId: string,
): Result<undefined> => {
  if (principal.tenantId !== tenantId) return refuse('scope_forbidden');
  const target = { tenantId, environmentId: null, resourceId: null, ownerTeam: null };
  return authorize(principal, permission, target) ? ok(undefined) : refuse('permission_denied');
};
