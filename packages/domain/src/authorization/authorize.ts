import type { Scope } from '../scope.js';
import type { Permission, PermissionArea } from './permissions.js';
import { areaOf } from './permissions.js';
import { type Grant, grantsGiving, type Principal } from './principal.js';

/** What a call is about. `environmentId` null: a record of the tenant itself, which needs a tenant-wide grant. */
export interface Target {
  readonly tenantId: string;
  readonly environmentId: string | null;
  readonly resourceId: string | null;
  readonly ownerTeam: string | null;
}

/**
 * Whether the caller may do something to a target: some grant holds the permission and covers the target. Anything
 * unexpected is a denial (contract, section 5; decisions, section 2).
 *
 * @example authorize(principal, 'policy.publish', { tenantId, environmentId, resourceId: 'pv_7', ownerTeam: 'risk' })
 */
export const authorize = (principal: Principal, permission: Permission, target: Target): boolean => {
  if (principal.tenantId !== target.tenantId) return false;
  const area = areaOf(permission);
  return grantsGiving(principal, permission).some((grant) => covers(principal, grant, area, target));
};

/**
 * Whether the caller holds a role by its name over a target, and their token lets them use it for a permission: for what a record
 * leaves to a role of its own choice (decisions, section 16, "Approvals at run time").
 */
export const holdsRoleOver = (
  principal: Principal,
  role: string,
  permission: Permission,
  target: Target,
): boolean => {
  if (principal.tenantId !== target.tenantId) return false;
  if (principal.permissions !== null && !principal.permissions.includes(permission)) return false;
  const area = areaOf(permission);
  return principal.grants.some((grant) => grant.role === role && covers(principal, grant, area, target));
};

const covers = (principal: Principal, grant: Grant, area: PermissionArea, target: Target): boolean => {
  if (target.environmentId === null) return grant.scope.scopeType === 'tenant' && !principal.narrowed;
  if (!principal.environmentIds.includes(target.environmentId)) return false;
  return scopeCovers(grant, area, target.environmentId, target);
};

const scopeCovers = (grant: Grant, area: PermissionArea, environmentId: string, target: Target): boolean => {
  const scope = grant.scope;
  switch (scope.scopeType) {
    case 'tenant':
      return true;
    case 'environment':
      return scope.environmentId === environmentId;
    case 'owner_team':
      return inEnvironment(scope.environmentId, environmentId) && scope.ownerTeam === target.ownerTeam;
    case 'resource':
      return (
        inEnvironment(scope.environmentId, environmentId) &&
        scope.resourceType === area &&
        scope.resourceId === target.resourceId
      );
    default:
      return false;
  }
};

const inEnvironment = (granted: string | null, environmentId: string): boolean =>
  granted === null || granted === environmentId;

/** The environments in which the caller holds some grant, sorted: what `environment_ids` of the identity lists. */
export const grantedEnvironments = (principal: Principal): string[] =>
  principal.environmentIds.filter((environmentId) => holdsGrantIn(principal, environmentId)).sort();

/** Whether the caller holds any grant in an environment; without one its records look absent and its lists are forbidden. */
export const holdsGrantIn = (principal: Principal, environmentId: string): boolean =>
  principal.environmentIds.includes(environmentId) &&
  principal.grants.some(
    (grant) => grant.scope.scopeType === 'tenant' || inEnvironment(grant.scope.environmentId, environmentId),
  );

/** Which records of an environment a list may show. */
export type Coverage =
  | { readonly all: true }
  | { readonly all: false; readonly ownerTeams: readonly string[]; readonly resourceIds: readonly string[] };

/** What of an environment's records the caller's grants cover for a permission, or undefined where they cover nothing (403). */
export const coverageOf = (
  principal: Principal,
  permission: Permission,
  scope: Scope,
): Coverage | undefined => {
  if (principal.tenantId !== scope.tenantId || !principal.environmentIds.includes(scope.environmentId))
    return undefined;
  const grants = grantsGiving(principal, permission);
  const ownerTeams = new Set<string>();
  const resourceIds = new Set<string>();
  for (const { scope: granted } of grants) {
    if (granted.scopeType === 'tenant') return { all: true };
    if (!inEnvironment(granted.environmentId, scope.environmentId)) continue;
    if (granted.scopeType === 'environment') return { all: true };
    if (granted.scopeType === 'owner_team') ownerTeams.add(granted.ownerTeam);
    else if (granted.resourceType === areaOf(permission)) resourceIds.add(granted.resourceId);
  }
  if (ownerTeams.size === 0 && resourceIds.size === 0) return undefined;
  return { all: false, ownerTeams: [...ownerTeams].sort(), resourceIds: [...resourceIds].sort() };
};

/** All permissions that the caller has somewhere, sorted (`permissions` of the identity). */
export const heldPermissions = (principal: Principal, all: readonly Permission[]): Permission[] =>
  all.filter((permission) => grantsGiving(principal, permission).length > 0).sort();
