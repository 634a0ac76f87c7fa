import { authorize, coverageOf } from './authorize.js';
import { ALL_PERMISSIONS, type Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** How far a permission of the caller's reaches in an environment, and whether it reaches what belongs to the tenant itself. */
export interface PermissionReach {
  readonly permission: Permission;
  readonly inTenant: boolean;
  readonly wholeEnvironment: boolean;
  /** Where not the whole environment: the owner teams whose records it reaches. */
  readonly ownerTeams: readonly string[];
  /** And the single records. */
  readonly resourceIds: readonly string[];
}

/**
 * What the caller may do in an environment, permission by permission, by what enforces it; a permission that reaches nothing is left
 * out. An environment that is not the caller's is as one that is not there (decisions, section 2).
 */
export const reachIn = (principal: Principal, environmentId: string): PermissionReach[] =>
  [...ALL_PERMISSIONS].sort().flatMap((permission) => {
    const { tenantId } = principal;
    const ofTenant = { tenantId, environmentId: null, resourceId: null, ownerTeam: null };
    const inTenant = authorize(principal, permission, ofTenant);
    const covered = coverageOf(principal, permission, { tenantId, environmentId });
    if (!inTenant && covered === undefined) return [];
    const { ownerTeams = [], resourceIds = [] } = covered?.all === false ? covered : {};
    return [{ permission, inTenant, wholeEnvironment: covered?.all === true, ownerTeams, resourceIds }];
  });
