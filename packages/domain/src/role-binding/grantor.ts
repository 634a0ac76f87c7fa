import type { Permission } from '../authorization/permissions.js';
import { type GrantScope, grantGives, grantsGiving, type Principal } from '../authorization/principal.js';
import { ROLE_PERMISSIONS, type Role } from '../authorization/roles.js';
import type { Instant } from '../instant.js';
import { scopeCovers } from './grant-scope.js';

/**
 * Whether a caller may do something in all of a scope: required to create, read and disable a role binding, and of a grantor for each
 * permission they pass on (docs/spec/authorization.md).
 * @example holdsInScope(principal, 'role_binding.create', draft.scope)
 */
export const holdsInScope = (principal: Principal, permission: Permission, scope: GrantScope): boolean =>
  holdsUntil(principal, permission, scope, NOW_AT_LEAST);

/** An end earlier than any other: whatever holds now holds until then. */
const NOW_AT_LEAST: Instant = '';

/** Whether a caller may do something in all of a scope until some time; null: permanently. */
export const holdsUntil = (
  principal: Principal,
  permission: Permission,
  scope: GrantScope,
  end: Instant | null,
): boolean =>
  reachesScope(principal, scope) &&
  grantsGiving(principal, permission).some(
    (grant) => scopeCovers(grant.scope, scope) && lasts(grant.expiresAt, end),
  );

/**
 * Whether the caller may do something to a role binding: with the permission over its scope, or over the whole tenant. The latter also
 * covers bindings in an environment that no longer exists.
 */
export const mayOnRoleBinding = (principal: Principal, permission: Permission, scope: GrantScope): boolean =>
  holdsInScope(principal, permission, scope) || holdsInScope(principal, permission, { scopeType: 'tenant' });

/** The scopes whose role bindings a caller may do something to, those that lie in them included. */
export type HeldScopes =
  | { readonly all: true }
  | { readonly all: false; readonly scopes: readonly GrantScope[] };

/**
 * `mayOnRoleBinding` for a list: it holds for a binding exactly where one of the scopes is the binding's own, or the environment that the
 * binding's scope names.
 */
export const heldScopes = (principal: Principal, permission: Permission): HeldScopes => {
  if (holdsInScope(principal, permission, { scopeType: 'tenant' })) return { all: true };
  const scopes = grantsGiving(principal, permission).flatMap(({ scope }) => scopesWithin(principal, scope));
  return { all: false, scopes };
};

// A grant in every environment reaches those that the caller reaches, and what lies in none.
const scopesWithin = (principal: Principal, scope: GrantScope): readonly GrantScope[] => {
  const { environmentIds } = principal;
  if (scope.scopeType === 'tenant')
    return environmentIds.map((environmentId) => ({ scopeType: 'environment', environmentId }));
  const somewhere: readonly GrantScope[] =
    scope.scopeType === 'environment' || scope.environmentId !== null
      ? [scope]
      : [scope, ...environmentIds.map((environmentId) => ({ ...scope, environmentId }))];
  return somewhere.filter((one) => reachesScope(principal, one));
};

/** A role in a scope until some time; null: permanently. */
export interface Granted {
  readonly role: Role;
  readonly scope: GrantScope;
  readonly expiresAt: Instant | null;
}

/**
 * The permissions of a grant that a caller does not hold in its scope until its end, sorted. Nobody passes on what they lack, or for longer
 * than they hold it (docs/spec/authorization.md).
 */
export const permissionsLacked = (principal: Principal, granted: Granted): Permission[] =>
  permissionsGranted(granted).filter(
    (permission) =>
      !holdsUntil(principal, permission, granted.scope, granted.expiresAt) &&
      !holdsUntil(principal, permission, { scopeType: 'tenant' }, granted.expiresAt),
  );

/** The permissions that a role gives in a scope, sorted. */
export const permissionsGranted = (granted: Pick<Granted, 'role' | 'scope'>): Permission[] =>
  [...ROLE_PERMISSIONS[granted.role]].filter((permission) => grantGives(granted, permission)).sort();

const lasts = (own: Instant | null, end: Instant | null): boolean =>
  own === null || (end !== null && end <= own);

// A narrowed token reaches nothing outside its environments, whatever its bearer holds.
const reachesScope = (principal: Principal, scope: GrantScope): boolean => {
  const environmentId = scope.scopeType === 'tenant' ? null : scope.environmentId;
  return environmentId === null ? !principal.narrowed : principal.environmentIds.includes(environmentId);
};
