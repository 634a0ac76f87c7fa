import { PERMISSION_AREAS, type PermissionArea } from '../authorization/permissions.js';
import type { GrantScope, SCOPE_TYPES } from '../authorization/principal.js';
import { ok, type Result, refuse } from '../result.js';

/** A scope with all its fields, null where its type has none: the form in records and bodies. */
export interface GrantScopeFields {
  readonly scopeType: (typeof SCOPE_TYPES)[number];
  readonly environmentId: string | null;
  readonly ownerTeam: string | null;
  readonly resourceType: PermissionArea | null;
  readonly resourceId: string | null;
}

/** The scope expressed by fields, or the field that its type lacks or forbids. */
export const grantScopeOf = (fields: {
  readonly scopeType: string;
  readonly environmentId?: string | null;
  readonly ownerTeam?: string | null;
  readonly resourceType?: string | null;
  readonly resourceId?: string | null;
}): Result<GrantScope> => {
  const { environmentId = null, ownerTeam = null, resourceType = null, resourceId = null } = fields;
  switch (fields.scopeType) {
    case 'tenant':
      return checked({ scopeType: 'tenant' }, [environmentId, ownerTeam, resourceType, resourceId]);
    case 'environment':
      if (environmentId === null) return refuse('invalid_request', 'scope.environment_id');
      return checked({ scopeType: 'environment', environmentId }, [
        null,
        ownerTeam,
        resourceType,
        resourceId,
      ]);
    case 'owner_team':
      if (ownerTeam === null) return refuse('invalid_request', 'scope.owner_team');
      return checked({ scopeType: 'owner_team', environmentId, ownerTeam }, [
        null,
        null,
        resourceType,
        resourceId,
      ]);
    case 'resource':
      return resourceScope({ environmentId, ownerTeam, resourceType, resourceId });
    default:
      return refuse('invalid_request', 'scope.scope_type');
  }
};

const FIELD_NAMES = [
  'scope.environment_id',
  'scope.owner_team',
  'scope.resource_type',
  'scope.resource_id',
] as const;

/** The fields of a scope, null where its type has none. */
export const grantScopeFields = (scope: GrantScope): GrantScopeFields => ({
  scopeType: scope.scopeType,
  environmentId: scope.scopeType === 'tenant' ? null : scope.environmentId,
  ownerTeam: scope.scopeType === 'owner_team' ? scope.ownerTeam : null,
  resourceType: scope.scopeType === 'resource' ? scope.resourceType : null,
  resourceId: scope.scopeType === 'resource' ? scope.resourceId : null,
});

/**
 * Whether one scope includes another: tenant, environment, owner team, in this order. A resource's owner is not looked up, so a team never
 * includes a single resource (docs/spec/authorization.md).
 */
export const scopeCovers = (outer: GrantScope, inner: GrantScope): boolean => {
  switch (outer.scopeType) {
    case 'tenant':
      return true;
    case 'environment':
      return inner.scopeType !== 'tenant' && inner.environmentId === outer.environmentId;
    case 'owner_team':
      return (
        inner.scopeType === 'owner_team' &&
        inner.ownerTeam === outer.ownerTeam &&
        environmentCovers(outer.environmentId, inner.environmentId)
      );
    case 'resource':
      return (
        inner.scopeType === 'resource' &&
        inner.resourceType === outer.resourceType &&
        inner.resourceId === outer.resourceId &&
        environmentCovers(outer.environmentId, inner.environmentId)
      );
  }
};

/** Whether a record can be in both scopes. A resource's owner is not looked up, so a team and a resource do not overlap. */
export const scopesMeet = (a: GrantScope, b: GrantScope): boolean => {
  if (a.scopeType === 'tenant' || b.scopeType === 'tenant') return true;
  if (a.environmentId !== null && b.environmentId !== null && a.environmentId !== b.environmentId)
    return false;
  if (a.scopeType === 'environment' || b.scopeType === 'environment') return true;
  return scopeCovers({ ...a, environmentId: null }, { ...b, environmentId: null });
};

/** Whether two scopes are equal. */
export const sameScope = (a: GrantScope, b: GrantScope): boolean => scopeCovers(a, b) && scopeCovers(b, a);

interface ScopeParts {
  readonly environmentId: string | null;
  readonly ownerTeam: string | null;
  readonly resourceType: string | null;
  readonly resourceId: string | null;
}

const resourceScope = ({
  environmentId,
  ownerTeam,
  resourceType,
  resourceId,
}: ScopeParts): Result<GrantScope> => {
  const area = PERMISSION_AREAS.find((candidate) => candidate === resourceType);
  if (area === undefined) return refuse('invalid_request', 'scope.resource_type');
  if (resourceId === null) return refuse('invalid_request', 'scope.resource_id');
  const scope: GrantScope = { scopeType: 'resource', environmentId, resourceType: area, resourceId };
  return checked(scope, [null, ownerTeam, null, null]);
};

// Fields the type does not use must be absent: a caller who names an environment means to narrow the grant.
const checked = (scope: GrantScope, mustBeNull: readonly (string | null)[]): Result<GrantScope> => {
  const surplus = mustBeNull.findIndex((value) => value !== null);
  return surplus === -1 ? ok(scope) : refuse('invalid_request', FIELD_NAMES[surplus]);
};

const environmentCovers = (outer: string | null, inner: string | null): boolean =>
  outer === null || outer === inner;
