import type { Permission } from '../authorization/permissions.js';
import type { GrantScope, Principal } from '../authorization/principal.js';
import { ROLE_PERMISSIONS, type Role, roleHolds } from '../authorization/roles.js';
import { scopeCovers } from './grant-scope.js';

/**
 * Whether a caller may do something in the whole of a scope: what creating, reading and disabling a role binding takes,
 * and what a grantor must hold of each permission they pass on (decisions, section 15).
 *
 * @example holdsInScope(principal, 'role_binding.create', draft.scope)
 */
export const holdsInScope = (principal: Principal, permission: Permission, scope: GrantScope): boolean =>
  reachesScope(principal, scope) &&
  principal.grants.some((grant) => roleHolds(grant.role, permission) && scopeCovers(grant.scope, scope));

// A narrowed token reaches nothing beyond the environments it names, whatever its bearer holds.
const reachesScope = (principal: Principal, scope: GrantScope): boolean => {
  const environmentId = scope.scopeType === 'tenant' ? null : scope.environmentId;
  return environmentId === null ? !principal.narrowed : principal.environmentIds.includes(environmentId);
};

/**
 * Whether the caller may do something to a role binding: they hold it over its scope, or over the whole tenant. The second
 * way also reaches bindings of an environment that is not there (any more).
 */
export const mayOnRoleBinding = (principal: Principal, permission: Permission, scope: GrantScope): boolean =>
  holdsInScope(principal, permission, scope) || holdsInScope(principal, permission, { scopeType: 'tenant' });

/** The permissions of a role that a caller lacks in a scope, sorted; nobody grants what they lack. */
export const permissionsLacked = (principal: Principal, role: Role, scope: GrantScope): Permission[] =>
  permissionsOfRole(role).filter((permission) => !mayOnRoleBinding(principal, permission, scope));

/** The permissions of a role, sorted. */
export const permissionsOfRole = (role: Role): Permission[] => [...ROLE_PERMISSIONS[role]].sort();
