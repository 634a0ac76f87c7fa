import { ALL_PERMISSIONS, type Permission } from '../authorization/permissions.js';
import type { Principal } from '../authorization/principal.js';
import { addSeconds, type Instant } from '../instant.js';
import { ok, type Result, refuse } from '../result.js';
import { holdsInScope, holdsUntil, permissionsGranted } from '../role-binding/grantor.js';
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

/** The reach that is asked for. No end said (undefined) is the default one; null: never. */
export interface TokenRequest extends Omit<TokenReach, 'expiresAt'> {
  readonly expiresAt: Instant | null | undefined;
}

/** How long a token lasts unless it is said otherwise, in seconds. */
export const TOKEN_SECONDS = 90 * 86_400;
/** How long one lasts at most that was made with a JWT, unless its creator manages identities, in seconds. */
const JWT_OFFSPRING_SECONDS = 86_400;

/** Whether a token was narrowed. A narrowed one is for one purpose, and manages no other token of its bearer. */
const isNarrowed = ({ permissions, narrowed, tokenId }: Principal): boolean =>
  permissions !== null || (narrowed && tokenId !== null);

/**
 * Whether a token is the caller's own to see and to end, without any permission: any of theirs, and to a narrowed token itself alone
 * (docs/spec/authorization.md).
 */
export const isOwnToEnd = (principal: Principal, token: ApiToken): boolean =>
  isOwnToken(principal, token) && (!isNarrowed(principal) || principal.tokenId === token.tokenId);

/** Whether a token would be the caller's own to make, without any permission: a token that is narrowed to permissions makes none. */
export const isOwnToMake = (
  principal: Principal,
  token: Pick<ApiToken, 'subjectType' | 'subjectId' | 'tenantId'>,
): boolean => isOwnToken(principal, token) && principal.permissions === null;

/**
 * The reach of a token somebody creates for themselves: no further, and no longer, than the credential they use. Omitted limits are
 * inherited from it (ADR 46).
 */
export const reachOfOwnToken = (
  principal: Principal,
  request: TokenRequest,
  now: Instant,
): Result<TokenReach> => {
  const environmentIds = within(request.environmentIds, principal.narrowed ? principal.environmentIds : null);
  if (environmentIds === undefined) return refuse('exceeds_grantor', 'limited_to.environment_ids');
  const permissions = within(request.permissions, principal.permissions);
  if (permissions === undefined) return refuse('exceeds_grantor', 'limited_to.permissions');
  const expiresAt = endOf(principal, request.expiresAt, now);
  if (!expiresAt.ok) return expiresAt;
  return ok({ environmentIds, permissions, expiresAt: expiresAt.value });
};

/**
 * The reach of a token for somebody else. Its creator could act with it, so it can do nothing they cannot do in the whole tenant until it
 * ends: neither now nor when its bearer is granted more. `bearer.bindings`: the bearer's own and their groups'.
 */
export const reachOfOthersToken = (
  principal: Principal,
  request: TokenRequest,
  bearer: { readonly bindings: readonly RoleBinding[]; readonly now: Instant },
): Result<TokenReach> => {
  const end = endOf(principal, request.expiresAt, bearer.now);
  if (!end.ok) return end;
  const expiresAt = end.value;
  const ceiling = ALL_PERMISSIONS.filter((permission) =>
    holdsUntil(principal, permission, { scopeType: 'tenant' }, expiresAt),
  );
  const has = new Set(ceiling);
  if (request.permissions?.some((permission) => !has.has(permission)))
    return refuse('exceeds_grantor', 'limited_to.permissions');
  const wanted = request.permissions === null ? undefined : new Set(request.permissions);
  const exceeds = bearer.bindings
    .filter((binding) => ['active', 'scheduled'].includes(roleBindingStatus(binding, bearer.now)))
    .flatMap(permissionsGranted)
    .some((permission) => (wanted?.has(permission) ?? true) && !has.has(permission));
  if (exceeds) return refuse('exceeds_grantor', 'subject.subject_id');
  const all = ceiling.length === ALL_PERMISSIONS.length ? null : ceiling;
  return ok({ environmentIds: request.environmentIds, permissions: request.permissions ?? all, expiresAt });
};

const within = <T>(
  request: readonly T[] | null,
  own: readonly T[] | null,
): readonly T[] | null | undefined => {
  if (own === null) return request;
  return request === null || request.every((one) => own.includes(one)) ? (request ?? own) : undefined;
};

const endOf = (
  principal: Principal,
  request: TokenRequest['expiresAt'],
  now: Instant,
): Result<Instant | null> => {
  const latest = latestEnd(principal, now);
  const usual = addSeconds(now, TOKEN_SECONDS);
  if (request === undefined) return ok(latest !== null && latest < usual ? latest : usual);
  if (latest !== null && (request === null || request > latest))
    return refuse('exceeds_grantor', 'expires_at');
  return ok(request);
};

// A JWT lasts minutes, and nothing made with it can be revoked by revoking it.
const latestEnd = (principal: Principal, now: Instant): Instant | null => {
  if (principal.authMethod === 'api_token') return principal.tokenExpiresAt;
  const manages = holdsInScope(principal, 'local_identity.manage', { scopeType: 'tenant' });
  return manages ? null : addSeconds(now, JWT_OFFSPRING_SECONDS);
};
