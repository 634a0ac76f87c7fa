import type { Instant } from '../instant.js';
import { needsWholeEnvironment, type Permission, type PermissionArea } from './permissions.js';
import { type Role, roleHolds } from './roles.js';

export const SCOPE_TYPES = ['tenant', 'environment', 'owner_team', 'resource'] as const;

/**
 * A grant's coverage within its tenant. `environmentId` null under `owner_team` or `resource` means the team's records, or the resource, in
 * every environment of the tenant.
 */
export type GrantScope =
  | { readonly scopeType: 'tenant' }
  | { readonly scopeType: 'environment'; readonly environmentId: string }
  | { readonly scopeType: 'owner_team'; readonly environmentId: string | null; readonly ownerTeam: string }
  | {
      readonly scopeType: 'resource';
      readonly environmentId: string | null;
      readonly resourceType: PermissionArea;
      readonly resourceId: string;
    };

/** A role the caller holds now: an active binding, their own or of a group they are in. */
export interface Grant {
  readonly bindingId: string;
  readonly role: Role;
  readonly scope: GrantScope;
  /** When it ends; null: never. Nobody passes on what they hold for longer than that. */
  readonly expiresAt: Instant | null;
}

/** Whether a grant gives a permission at all: its role holds it, and its scope is as wide as the permission requires. */
export const grantGives = ({ role, scope }: Pick<Grant, 'role' | 'scope'>, permission: Permission): boolean =>
  roleHolds(role, permission) && (!needsWholeEnvironment(permission) || isWholeEnvironment(scope));

export type ActorType = 'user' | 'service_account';
export type AuthMethod = 'jwt' | 'api_token';

/** The authenticated caller with everything a decision needs. Derived from the authentication context alone. */
export interface Principal {
  readonly actorId: string;
  readonly actorType: ActorType;
  readonly displayName: string;
  readonly tenantId: string;
  readonly authMethod: AuthMethod;
  /** The tenant's existing environments, narrowed to those the token allows. */
  readonly environmentIds: readonly string[];
  /** The permissions the token is narrowed to; null: no narrowing. It only removes permissions. */
  readonly permissions: readonly Permission[] | null;
  /** Whether the token names environments. A narrowed token covers no record of the tenant itself, as it has no tenant-wide grant. */
  readonly narrowed: boolean;
  /** [] for a service account: groups hold users (docs/spec/authorization.md). */
  readonly groups: readonly string[];
  readonly grants: readonly Grant[];
  readonly tokenExpiresAt: Instant | null;
  /** The API token in use, by its id. Null for a JWT, the bootstrap token and the command line. */
  readonly tokenId: string | null;
  /**
   * The users behind the call: the calling user, whoever made the token in use, and, behind a service account, whoever made one that is still
   * valid, whichever credential it uses (docs/spec/authorization.md). Sorted; empty: unknown.
   */
  readonly persons: readonly string[];
}

/** The caller's grants that give a permission, as far as their token lets them use it. */
export const grantsGiving = (
  { grants, permissions }: Pick<Principal, 'grants' | 'permissions'>,
  permission: Permission,
): readonly Grant[] =>
  permissions === null || permissions.includes(permission)
    ? grants.filter((grant) => grantGives(grant, permission))
    : [];

const isWholeEnvironment = ({ scopeType }: GrantScope): boolean =>
  scopeType === 'tenant' || scopeType === 'environment';
