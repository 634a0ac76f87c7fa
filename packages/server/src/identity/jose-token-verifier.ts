import { instantOf } from '@govgate/domain';
import type { Clock, FailedCheck, TokenClaims, TokenVerdict, TokenVerifier } from '@govgate/ports';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { JwtSettings } from './jwt-settings.js';
import { NoKeySet } from './key-set.js';

/** Only asymmetric algorithms: a shared secret could be the public key itself, and `none` is no signature (RFC 8725). */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const LEEWAY_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8192;
/** How long a verdict is cached: a key withdrawn from the set stops counting within this time. */
const REMEMBER_SECONDS = 30;
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

export interface VerifierParts {
  readonly keys: JWTVerifyGetKey;
  readonly clock: Clock;
}

/** Verifies JWT access tokens with `jose` against an issuer's keys (decisions, section 2). */
export const makeJoseTokenVerifier = (
  settings: Pick<JwtSettings, 'issuer' | 'audience' | 'tenantClaim' | 'userClaim'>,
  { keys, clock }: VerifierParts,
): TokenVerifier => ({
  rememberSeconds: REMEMBER_SECONDS,
  verify: async (token) => {
    if (token.length > MAX_TOKEN_LENGTH) return refused('form');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: settings.audience,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: [settings.userClaim, 'exp'],
        currentDate: new Date(clock.epochMs()),
      });
      if (protectedHeader.typ === undefined || !TYPES.has(protectedHeader.typ.toLowerCase()))
        return refused('type');
      const claims = claimsOf(payload, settings);
      return claims === undefined ? refused('claims') : { verified: true, claims };
    } catch (fault) {
      return refused(failedCheckOf(fault));
    }
  },
});

const refused = (failedCheck: FailedCheck): TokenVerdict => ({
  verified: false,
  because: BECAUSE[failedCheck] ?? 'token_invalid',
  failedCheck,
});

const BECAUSE: Partial<Record<FailedCheck, 'token_expired' | 'identity_provider_unavailable'>> = {
  expired: 'token_expired',
  no_key_set: 'identity_provider_unavailable',
};

const CHECK_OF_CLAIM: Readonly<Record<string, FailedCheck>> = {
  iss: 'issuer',
  aud: 'audience',
  nbf: 'not_yet_valid',
};

const CHECK_OF_CODE: Readonly<Record<string, FailedCheck>> = {
  ERR_JWT_EXPIRED: 'expired',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'signature',
  ERR_JWKS_NO_MATCHING_KEY: 'key_unknown',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'key_unknown',
  ERR_JOSE_ALG_NOT_ALLOWED: 'algorithm',
  ERR_JOSE_NOT_SUPPORTED: 'algorithm',
  ERR_JWS_INVALID: 'form',
  ERR_JWT_INVALID: 'form',
};

const failedCheckOf = (fault: unknown): FailedCheck => {
  if (fault instanceof NoKeySet) return 'no_key_set';
  // The error of an expired token is also a claim error, with a code of its own.
  if (fault instanceof errors.JWTClaimValidationFailed) return CHECK_OF_CLAIM[fault.claim] ?? 'claims';
  // An error from outside jose means a key that cannot be used as the token says.
  return (fault instanceof errors.JOSEError ? CHECK_OF_CODE[fault.code] : undefined) ?? 'key_unknown';
};

const claimsOf = (
  payload: JWTPayload,
  { tenantClaim, userClaim }: Pick<JwtSettings, 'tenantClaim' | 'userClaim'>,
): TokenClaims | undefined => {
  const { [tenantClaim]: tenantId, [userClaim]: subjectId } = payload;
  const environments = texts(payload.environments);
  const groups = texts(payload.groups);
  if (typeof tenantId !== 'string' || typeof subjectId !== 'string' || payload.exp === undefined)
    return undefined;
  if (environments === null || groups === null) return undefined;
  return {
    subjectId,
    tenantId,
    environments,
    groups: groups ?? [],
    expiresAt: instantOf(payload.exp * 1000),
  };
};

/** A list of texts; undefined if absent, null if it is anything else. */
const texts = (claim: unknown): readonly string[] | undefined | null => {
  if (claim === undefined) return undefined;
  return Array.isArray(claim) && claim.every((item) => typeof item === 'string') ? claim : null;
};
