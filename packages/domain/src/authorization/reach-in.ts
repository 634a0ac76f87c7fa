import { authorize, coverageOf } from './authorize.js';
import { ALL_PERMISSIONS, type Permission } from './permissions.js';
import type { Principal } from './principal.js';

/** How far one of the caller's permissions reaches in an environment, and whether it covers records of the tenant itself. */
export interface PermissionReach {
  readonly permission: Permission;
  readonly inTenant: boolean;
  readonly wholeEnvironment: boolean;
  /** Unless the whole environment: the owner teams whose records it covers. */
  readonly ownerTeams: readonly string[];
  /** And the individual records. */
  readonly resourceIds: readonly string[];
}

/**
 * What the caller may do in an environment, permission by permission, computed by what enforces it; permissions without effect are omitted.
 * An environment outside the caller's reach looks absent (docs/spec/authorization.md).
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
