import type { Scope } from '../scope.js';
import type { Permission, PermissionArea } from './permissions.js';
import { areaOf } from './permissions.js';
import { type Grant, grantGives, grantsGiving, type Principal } from './principal.js';

/** The target of a call. `environmentId` null: a record of the tenant itself, which requires a tenant-wide grant. */
export interface Target {
  readonly tenantId: string;
  readonly environmentId: string | null;
  readonly resourceId: string | null;
  readonly ownerTeam: string | null;
}

/**
 * Whether the caller may do something to a target: some grant holds the permission and covers the target. Anything unexpected is a denial
 * (docs/spec/identity.md#authentication; docs/spec/authorization.md).
 * @example authorize(principal, 'policy.publish', { tenantId, environmentId, resourceId: 'pv_7', ownerTeam: 'risk' })
 */
export const authorize = (principal: Principal, permission: Permission, target: Target): boolean => {
  if (principal.tenantId !== target.tenantId) return false;
  if (principal.permissions !== null && !principal.permissions.includes(permission)) return false;
  const area = areaOf(permission);
  for (const grant of principal.grants)
    if (grantGives(grant, permission) && coverageGap(principal, grant, area, target) === undefined)
      return true;
  return false;
};

/**
 * Whether the caller holds a named role over a target, and their token lets them use it for a permission: for records that delegate to a
 * role of their own choice (docs/spec/approvals.md).
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
  return principal.grants.some(
    (grant) => grant.role === role && coverageGap(principal, grant, area, target) === undefined,
  );
};

/** Why a grant's scope does not cover a target, in terms of `ACCESS_GAPS`. */
export type CoverageGap =
  | 'token_narrowed'
  | 'environment_out_of_reach'
  | 'only_one_team'
  | 'only_one_resource'
  | 'other_owner_team'
  | 'other_resource'
  | 'other_resource_type'
  | 'other_environment'
  | 'needs_tenant_wide';

/** Why a grant does not cover a target of the caller's tenant; undefined if it does. The same function decides and explains. */
export const coverageGap = (
  principal: Pick<Principal, 'narrowed' | 'environmentIds'>,
  { scope }: Pick<Grant, 'scope'>,
  area: PermissionArea,
  target: Target,
): CoverageGap | undefined => {
  if (target.environmentId === null) {
    if (scope.scopeType !== 'tenant') return 'needs_tenant_wide';
    return principal.narrowed ? 'token_narrowed' : undefined;
  }
  const gap = scopeGap(scope, area, target.environmentId, target);
  // Reported last: nobody learns whether an environment exists that none of their grants names.
  if (gap === 'other_environment') return gap;
  return principal.environmentIds.includes(target.environmentId) ? gap : 'environment_out_of_reach';
};

/** The environments in which the caller holds some grant, sorted: the identity's `environment_ids`. */
export const grantedEnvironments = (principal: Principal): string[] =>
  principal.environmentIds.filter((environmentId) => holdsGrantIn(principal, environmentId)).sort();

/** Whether the caller holds any grant in an environment; without one its records look absent and its lists are forbidden. */
export const holdsGrantIn = (principal: Principal, environmentId: string): boolean =>
  principal.environmentIds.includes(environmentId) &&
  principal.grants.some(
    (grant) => grant.scope.scopeType === 'tenant' || inEnvironment(grant.scope.environmentId, environmentId),
  );

/** The records of an environment that a list may show. */
export type Coverage =
  | { readonly all: true }
  | { readonly all: false; readonly ownerTeams: readonly string[]; readonly resourceIds: readonly string[] };

/** The part of an environment's records that the caller's grants cover for a permission, or undefined if none (403). */
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

/** All permissions the caller has anywhere, sorted (the identity's `permissions`). */
export const heldPermissions = (principal: Principal, all: readonly Permission[]): Permission[] =>
  all.filter((permission) => grantsGiving(principal, permission).length > 0).sort();

const scopeGap = (
  scope: Grant['scope'],
  area: PermissionArea,
  environmentId: string,
  { ownerTeam, resourceId }: Target,
): CoverageGap | undefined => {
  if (scope.scopeType === 'tenant') return undefined;
  if (!inEnvironment(scope.environmentId, environmentId)) return 'other_environment';
  const isOpen = ownerTeam === null && resourceId === null;
  switch (scope.scopeType) {
    case 'environment':
      return undefined;
    case 'owner_team':
      if (scope.ownerTeam === ownerTeam) return undefined;
      return isOpen ? 'only_one_team' : 'other_owner_team';
    case 'resource':
      if (scope.resourceType !== area) return 'other_resource_type';
      if (scope.resourceId === resourceId) return undefined;
      return isOpen ? 'only_one_resource' : 'other_resource';
    default:
      return 'other_environment';
  }
};

const inEnvironment = (granted: string | null, environmentId: string): boolean =>
  granted === null || granted === environmentId;
