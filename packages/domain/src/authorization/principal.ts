import type { Instant } from '../instant.js';
import type { PermissionArea } from './permissions.js';
import type { Role } from './roles.js';

export const SCOPE_TYPES = ['tenant', 'environment', 'owner_team', 'resource'] as const;

/**
 * What a grant covers inside its tenant. `environmentId` null under `owner_team` or `resource` means the team's records,
 * or the resource, in every environment of the tenant.
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

/** A role that holds for the caller now: an active binding, of theirs or of a group they are in. */
export interface Grant {
  readonly bindingId: string;
  readonly role: Role;
  readonly scope: GrantScope;
}

export type ActorType = 'user' | 'service_account';
export type AuthMethod = 'jwt' | 'api_token';

/** The authenticated caller with everything a decision needs. Derived from the authentication context alone. */
export interface Principal {
  readonly actorId: string;
  readonly actorType: ActorType;
  readonly displayName: string;
  readonly tenantId: string;
  readonly authMethod: AuthMethod;
  /** The environments of the tenant that exist, narrowed to those that the token allows. */
  readonly environmentIds: readonly string[];
  /** Whether the token names environments. A narrowed token reaches no record of the tenant itself, as it holds no tenant-wide grant any more. */
  readonly narrowed: boolean;
  readonly groups: readonly string[];
  readonly grants: readonly Grant[];
  readonly tokenExpiresAt: Instant | null;
}
