import type { Grant, GrantScope, Principal } from '../authorization/principal.js';
import type { Role } from '../authorization/roles.js';
import type { Contributor } from '../four-eyes/contributor.js';
import type { Group } from '../identity/group.js';
import type { User } from '../identity/user.js';
import type { Refusal, Result } from '../result.js';

/** The moment at which the tests of decisions take place. */
export const NOW = '2026-03-01T12:00:00.000Z';

/** A grant of a role, over the whole tenant by default. */
export const grantOf = (role: Role, scope: GrantScope = { scopeType: 'tenant' }): Grant => ({
  bindingId: `rb_${role}`,
  role,
  scope,
  expiresAt: null,
});

/** A caller of tenant acme with grants, who reaches production and staging. */
export const callerWith = (grants: readonly Grant[], fields: Partial<Principal> = {}): Principal => ({
  actorId: 'usr_ada',
  actorType: 'user',
  displayName: 'Ada',
  tenantId: 'acme',
  authMethod: 'api_token',
  environmentIds: ['production', 'staging'],
  narrowed: false,
  groups: [],
  grants,
  tokenExpiresAt: null,
  permissions: null,
  tokenId: null,
  persons: ['usr_ada'],
  ...fields,
});

/** A user, named by their id. */
export const userOf = (userId: string, fields: Partial<User> = {}): User => ({
  userId,
  tenantId: 'acme',
  displayName: userId,
  disabledAt: null,
  externalId: null,
  removedAt: null,
  ...fields,
});

/** A group without members, named by its id. */
export const groupOf = (groupId: string, fields: Partial<Group> = {}): Group => ({
  groupId,
  tenantId: 'acme',
  displayName: groupId,
  externalIds: [],
  externalId: null,
  managedElsewhere: false,
  createdAt: NOW,
  disabledAt: null,
  members: [],
  ...fields,
});

/** The hand of a user who acts themselves. */
export const contributorOfUser = (userId: string): Contributor => ({
  actorType: 'user',
  actorId: userId,
  persons: [userId],
});

/** A caller who may do everything. */
export const ADMIN: Principal = callerWith([grantOf('security_admin'), grantOf('platform_admin')]);

/** The value of a decision that a test expects to succeed. */
export const expectOk = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`refused: ${result.refusal.reasonCode}`);
  return result.value;
};

/** The refusal of a decision, undefined where it succeeded. */
export const refusalIn = (result: Result<unknown>): Refusal | undefined =>
  result.ok ? undefined : result.refusal;
