import { readFile, stat } from 'node:fs/promises';
import { instantOf } from '@govgate/domain';
import type { Clock, TokenClaims, TokenVerdict, TokenVerifier } from '@govgate/ports';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { JwtSettings } from '../settings/settings.js';

/** Only asymmetric algorithms: a shared secret could be the public key itself, and `none` is no signature (RFC 8725). */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const LEEWAY_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8192;
/** How long a verdict is remembered: a key withdrawn from the set stops counting within this time. */
const REMEMBER_SECONDS = 30;
const REFETCH_MS = 30_000;
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

/** Verifies JWT access tokens with `jose` against a key set from a URL or a file (decisions, section 2). */
export const makeJoseTokenVerifier = (settings: JwtSettings, clock: Clock): TokenVerifier => {
  const keys = keySource(settings.jwks);
  return {
    rememberSeconds: REMEMBER_SECONDS,
    verify: async (token) => {
      if (token.length > MAX_TOKEN_LENGTH) return refused('token_invalid');
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          algorithms: ALGORITHMS,
          issuer: settings.issuer,
          audience: settings.audience,
          clockTolerance: LEEWAY_SECONDS,
          requiredClaims: ['sub', 'exp'],
          currentDate: new Date(clock.epochMs()),
        });
        if (protectedHeader.typ === undefined || !TYPES.has(protectedHeader.typ.toLowerCase()))
          return refused('token_invalid');
        const claims = claimsOf(payload, settings.tenantClaim);
        return claims === undefined ? refused('token_invalid') : { verified: true, claims };
      } catch (fault) {
        return refused(fault instanceof errors.JWTExpired ? 'token_expired' : 'token_invalid');
      }
    },
  };
};

const refused = (because: 'token_invalid' | 'token_expired'): TokenVerdict => ({ verified: false, because });

const keySource = (jwks: string): JWTVerifyGetKey =>
  /^https?:\/\//.test(jwks)
    ? createRemoteJWKSet(new URL(jwks), {
        cooldownDuration: REFETCH_MS,
        cacheMaxAge: REFETCH_MS,
        timeoutDuration: 5_000,
      })
    : fileKeySource(jwks);

// A file is read again when it was changed, so that keys can be rotated without a restart.
const fileKeySource = (path: string): JWTVerifyGetKey => {
  let modifiedMs = -1;
  let set: ReturnType<typeof createLocalJWKSet> | undefined;
  return async (header, token) => {
    const { mtimeMs } = await stat(path);
    if (set === undefined || mtimeMs !== modifiedMs) {
      set = createLocalJWKSet(JSON.parse(await readFile(path, 'utf8')));
      modifiedMs = mtimeMs;
    }
    return set(header, token);
  };
};

const claimsOf = (payload: JWTPayload, tenantClaim: string): TokenClaims | undefined => {
  const tenantId = payload[tenantClaim];
  const environments = texts(payload.environments);
  const groups = texts(payload.groups);
  if (typeof tenantId !== 'string' || typeof payload.sub !== 'string' || payload.exp === undefined)
    return undefined;
  if (environments === null || groups === null) return undefined;
  return {
    subjectId: payload.sub,
    tenantId,
    environments,
    groups: groups ?? [],
    expiresAt: instantOf((payload.exp + LEEWAY_SECONDS) * 1000),
  };
};

/** A list of texts; undefined when it is not there, null when it is something else. */
const texts = (claim: unknown): readonly string[] | undefined | null => {
  if (claim === undefined) return undefined;
  return Array.isArray(claim) && claim.every((item) => typeof item === 'string') ? claim : null;
};
