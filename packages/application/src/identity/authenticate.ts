import {
  addSeconds,
  type Instant,
  ok,
  type Principal,
  type Refused,
  refuse,
  type Secret,
} from '@govgate/domain';
import { parseApiToken } from '@govgate/domain/internal';
import { apiTokenKind, type Clock, type TokenVerifier } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';
import { whenKnown } from '../call/when-known.js';
import { bootstrapCaller } from './bootstrap-caller.js';
import type { Caller } from './caller.js';
import { createFirstSignIn } from './first-sign-in.js';
import { type Bearer, resolvePrincipal } from './principal-source.js';
import { type Authenticated, refuseToken } from './refuse-token.js';

/**
 * Resolves a bearer token to its caller, or explains why there is none (401, or 503 while that is unknown). `known_only`: a token that is
 * not cached is not examined, and gets 429. Synchronous if the caller is cached and the store immediately confirms that this still holds.
 */
export type Authenticate = (
  token: string,
  how?: 'known_only',
) => AuthenticationResult | Promise<AuthenticationResult>;

type AuthenticationResult = Authenticated<Caller> | Refused;

export interface AuthenticateDeps
  extends Pick<Ports, 'records' | 'revisions' | 'clock' | 'settings' | 'hash' | 'unitOfWork' | 'ids'> {
  /** Undefined: no issuer is configured, and every JWT is refused. */
  readonly tokenVerifier: TokenVerifier | undefined;
  readonly adminToken: Secret<string> | undefined;
}

interface Known {
  readonly bearer: Bearer;
  /** When the credential itself must be verified again, whatever the store says. */
  readonly bearerUntil: Instant | null;
  readonly principal: Principal;
  readonly authorizationRevision: number;
  readonly changesAt: Instant | null;
}

/** Limits on cached callers, and on the grants and groups of all of them together. */
const MOST_KNOWN = { callers: 5_000, grants: 500_000 };
/** Grants that a caller is counted as at least, which bounds their number; `max` would allocate every slot up front. */
const LEAST_GRANTS = MOST_KNOWN.grants / MOST_KNOWN.callers;

/**
 * Verifies a token once and caches the caller: until the token must be verified again, the clock changes a grant, or the tenant's
 * authorization revision moves. So a revoked token, a disabled user or a new binding counts with the next call, on every process
 * (docs/spec/identity.md#authentication).
 */
export const makeAuthenticate = (deps: AuthenticateDeps): Authenticate => {
  const known = new LRUCache<string, Known>({
    maxSize: MOST_KNOWN.grants,
    sizeCalculation: ({ principal }) =>
      Math.max(principal.grants.length + principal.groups.length, LEAST_GRANTS),
  });
  const adminHash = deps.adminToken === undefined ? undefined : deps.hash(deps.adminToken.reveal());
  const learn = async (key: string, token: string): Promise<AuthenticationResult> => {
    const found = await resolveToken(deps, token);
    if (!found.ok) {
      known.delete(key);
      return found;
    }
    known.set(key, found.value.known);
    return ok(found.value.caller);
  };
  return (token, how) => {
    const key = deps.hash(token);
    // Equal hashes of different tokens cannot be found, so comparing them leaks nothing that helps to guess a token.
    if (key === adminHash) return whenKnown(bootstrapCaller(deps), ok);
    const before = known.get(key);
    if (before !== undefined)
      return whenKnown(callerAgain(deps, before), (again) =>
        again === undefined ? learn(key, token) : ok(again),
      );
    return how === 'known_only' ? refuse('rate_limited') : learn(key, token);
  };
};

/** The cached caller, if still valid. */
const callerAgain = (
  { revisions, clock }: AuthenticateDeps,
  { bearerUntil, changesAt, principal, authorizationRevision }: Known,
): Caller | undefined | Promise<Caller | undefined> => {
  if (isOver(bearerUntil, clock) || isOver(changesAt, clock)) return undefined;
  return whenKnown(revisions.revisions(principal.tenantId), ({ authorization, content }) =>
    authorization === authorizationRevision ? { principal, contentRevision: content } : undefined,
  );
};

const isOver = (end: Instant | null, clock: Clock): boolean => end !== null && end <= clock.now();

const resolveToken = async (
  deps: AuthenticateDeps,
  token: string,
): Promise<Authenticated<{ readonly known: Known; readonly caller: Caller }>> => {
  const credential = token.startsWith('ggw_')
    ? await apiTokenBearer(deps, token)
    : await jwtBearer(deps, token);
  if (!credential.ok) return credential;
  const { bearer, bearerUntil } = credential.value;
  // Revisions are read before records: a change in between makes the entry stale rather than wrong.
  const { authorization, content } = await deps.revisions.revisions(bearer.tenantId);
  const fresh = bearer.authMethod === 'api_token' ? await apiTokenBearer(deps, token) : credential;
  if (!fresh.ok) return fresh;
  const resolved = await resolvePrincipal(deps, bearer);
  if (!resolved.ok) {
    const isNew = credential.value.provision && resolved.failedCheck === 'subject_unknown';
    // Whatever came of it, what is committed decides.
    if (isNew && (await createFirstSignIn(deps, bearer))) return resolveToken(deps, token);
    return resolved;
  }
  const { principal, changesAt } = resolved.value;
  return ok({
    known: { bearer, bearerUntil, principal, authorizationRevision: authorization, changesAt },
    caller: { principal, contentRevision: content },
  });
};

interface Credential {
  readonly bearer: Bearer;
  readonly bearerUntil: Instant | null;
  /** Whether a bearer whom nobody knows becomes a user. */
  readonly provision: boolean;
}

const apiTokenBearer = async (deps: AuthenticateDeps, token: string): Promise<Authenticated<Credential>> => {
  const parsed = parseApiToken(token);
  if (parsed === undefined) return refuseToken('form');
  const record = (await deps.records.get(apiTokenKind, { installation: true }, parsed.tokenId))?.record;
  if (record === undefined || record.secretHash !== deps.hash(token)) return refuseToken('api_token_unknown');
  if (record.revokedAt !== null) return refuseToken('api_token_revoked');
  if (isOver(record.expiresAt, deps.clock)) return refuseToken('expired', 'token_expired');
  const bearer: Bearer = {
    tenantId: record.tenantId,
    subjectId: record.subjectId,
    subjectType: record.subjectType,
    authMethod: 'api_token',
    groups: [],
    environments: record.environmentIds ?? undefined,
    permissions: record.permissions,
    tokenId: record.tokenId,
    madeBy: record.madeBy,
    expiresAt: record.expiresAt,
  };
  return ok({ bearer, bearerUntil: record.expiresAt, provision: false });
};

const jwtBearer = async (
  { tokenVerifier, clock }: AuthenticateDeps,
  token: string,
): Promise<Authenticated<Credential>> => {
  const verdict = await tokenVerifier?.verify(token);
  if (verdict === undefined) return refuseToken('no_issuer');
  if (!verdict.verified) return refuseToken(verdict.failedCheck, verdict.because, verdict.claim);
  const { claims } = verdict;
  const remembered = addSeconds(clock.now(), tokenVerifier?.rememberSeconds ?? 0);
  const bearer: Bearer = {
    tenantId: claims.tenantId,
    subjectId: claims.subjectId,
    subjectType: undefined,
    authMethod: 'jwt',
    groups: claims.groups,
    environments: claims.environments,
    permissions: null,
    tokenId: null,
    madeBy: [],
    expiresAt: claims.expiresAt,
  };
  const bearerUntil = remembered < claims.expiresAt ? remembered : claims.expiresAt;
  return ok({ bearer, bearerUntil, provision: claims.provision ?? false });
};
