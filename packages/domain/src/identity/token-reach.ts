import { ALL_PERMISSIONS, type Permission } from '../authorization/permissions.js';
import type { Principal } from '../authorization/principal.js';
import type { Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import { holdsUntil, permissionsGranted } from '../role-binding/grantor.js';
import type { RoleBinding } from '../role-binding/role-binding.js';
import { roleBindingStatus } from '../role-binding/role-binding.machine.js';
import type { ApiToken } from './api-token.js';

/** The reach of an API token. Null: not narrowed, no end. */
export interface TokenReach {
  readonly environmentIds: readonly string[] | null;
  readonly permissions: readonly Permission[] | null;
  readonly expiresAt: Instant | null;
}

/** Whether a token is the caller's own: it acts as they do. */
export const isOwnToken = (
  { actorType, actorId, tenantId }: Pick<Principal, 'actorType' | 'actorId' | 'tenantId'>,
  token: Pick<ApiToken, 'subjectType' | 'subjectId' | 'tenantId'>,
): boolean => token.tenantId === tenantId && token.subjectType === actorType && token.subjectId === actorId;

/**
 * The reach of a token somebody creates for themselves: no further, and no longer, than the credential they use. Omitted limits are
 * inherited from it (ADR 46).
 */
export const reachOfOwnToken = (principal: Principal, asked: TokenReach): Result<TokenReach> => {
  const environmentIds = within(asked.environmentIds, principal.narrowed ? principal.environmentIds : null);
  if (environmentIds === undefined) return refuse('exceeds_grantor', 'limited_to.environment_ids');
  const permissions = within(asked.permissions, principal.permissions);
  if (permissions === undefined) return refuse('exceeds_grantor', 'limited_to.permissions');
  const expiresAt = endOf(principal, asked.expiresAt);
  if (!expiresAt.ok) return expiresAt;
  return ok({ environmentIds, permissions, expiresAt: expiresAt.value });
};

/**
 * The reach of a token for somebody else. Its creator could act with it, so it can do nothing they cannot do in the whole tenant until it
 * ends: neither now nor when its bearer is granted more. `bearer.bindings`: the bearer's own and their groups'.
 */
export const reachOfOthersToken = (
  principal: Principal,
  asked: TokenReach,
  bearer: { readonly bindings: readonly RoleBinding[]; readonly now: Instant },
): Result<TokenReach> => {
  const end = endOf(principal, asked.expiresAt);
  if (!end.ok) return end;
  const expiresAt = end.value;
  const ceiling = ALL_PERMISSIONS.filter((permission) =>
    holdsUntil(principal, permission, { scopeType: 'tenant' }, expiresAt),
  );
  const has = new Set(ceiling);
  if (asked.permissions?.some((permission) => !has.has(permission)))
    return refuse('exceeds_grantor', 'limited_to.permissions');
  const wanted = asked.permissions === null ? undefined : new Set(asked.permissions);
  const exceeds = bearer.bindings
    .filter((binding) => ['active', 'scheduled'].includes(roleBindingStatus(binding, bearer.now)))
    .flatMap(permissionsGranted)
    .some((permission) => (wanted?.has(permission) ?? true) && !has.has(permission));
  if (exceeds) return refuse('exceeds_grantor', 'subject.subject_id');
  const all = ceiling.length === ALL_PERMISSIONS.length ? null : ceiling;
  return ok({ environmentIds: asked.environmentIds, permissions: asked.permissions ?? all, expiresAt });
};

const within = <T>(asked: readonly T[] | null, own: readonly T[] | null): readonly T[] | null | undefined => {
  if (own === null) return asked;
  return asked === null || asked.every((one) => own.includes(one)) ? (asked ?? own) : undefined;
};

// Signing in elsewhere yields a token of minutes, which is no measure for a stored one.
const endOf = ({ authMethod, tokenExpiresAt }: Principal, asked: Instant | null): Result<Instant | null> => {
  const own = authMethod === 'api_token' ? tokenExpiresAt : null;
  if (own !== null && asked !== null && asked > own) return refuse('exceeds_grantor', 'expires_at');
  return ok(asked ?? own);
};
