import {
  type ActorType,
  ALL_PERMISSIONS,
  type AuthMethod,
  type Grant,
  type Instant,
  ok,
  type Permission,
} from '@govgate/domain';
import {
  type GrantScopeFields,
  grantedEnvironments,
  grantScopeFields,
  heldPermissions,
} from '@govgate/domain/internal';
import type { UseCase } from '../call/context.js';

/** The caller as answered by `GET /v1/identity/me` (docs/spec/identity.md#authentication). */
export interface IdentityView {
  readonly schemaVersion: '1.0';
  readonly actorId: string;
  readonly actorType: ActorType;
  readonly displayName: string;
  readonly tenantId: string;
  readonly environmentIds: readonly string[];
  readonly groups: readonly string[];
  readonly roleBindings: readonly {
    readonly bindingId: string;
    readonly role: Grant['role'];
    readonly scope: GrantScopeFields;
  }[];
  readonly permissions: readonly Permission[];
  readonly authMethod: AuthMethod;
  readonly tokenExpiresAt: Instant | null;
}

/** Describes the caller and their permissions. */
export const makeReadIdentity =
  (): UseCase<Record<never, never>, IdentityView> =>
  async ({ principal }) =>
    ok({
      schemaVersion: '1.0',
      actorId: principal.actorId,
      actorType: principal.actorType,
      displayName: principal.displayName,
      tenantId: principal.tenantId,
      environmentIds: grantedEnvironments(principal),
      groups: principal.groups,
      roleBindings: principal.grants.map(({ bindingId, role, scope }) => ({
        bindingId,
        role,
        scope: grantScopeFields(scope),
      })),
      permissions: heldPermissions(principal, ALL_PERMISSIONS),
      authMethod: principal.authMethod,
      tokenExpiresAt: principal.tokenExpiresAt,
    });
