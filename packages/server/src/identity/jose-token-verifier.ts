import type { Clock, FailedCheck, ServiceLog, TokenVerdict, TokenVerifier } from '@govgate/ports';
import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { claimOfOtherKind, hasOverage, readClaims } from './jwt-claims.js';
import type { JwtIssuer } from './jwt-settings.js';
import { NoKeySet } from './key-set.js';

/** Only asymmetric algorithms: a shared secret could be the public key itself, and `none` is no signature (RFC 8725). */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** How long a verdict is cached: a key withdrawn from the set stops counting within this time. */
const REMEMBER_SECONDS = 30;
/** Types of access tokens (RFC 9068), and of tokens that say none. */
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt']);

const isOfAccess = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && TYPES.has(typ.toLowerCase()));

/** An issuer with its keys. */
export interface KnownIssuer extends JwtIssuer {
  readonly keys: JWTVerifyGetKey;
}

export interface VerifierParts {
  readonly issuers: readonly KnownIssuer[];
  readonly leewaySeconds: number;
  readonly clock: Clock;
  readonly log: Pick<ServiceLog, 'warn'>;
}

/** Verifies JWT access tokens with `jose` against the keys of the issuer that they name (docs/spec/identity.md#authentication). */
export const makeJoseTokenVerifier = (parts: VerifierParts): TokenVerifier => ({
  rememberSeconds: REMEMBER_SECONDS,
  verify: async (token) => {
    const issuer = issuerOf(token, parts.issuers);
    if (typeof issuer === 'string') return refused(issuer, issuer === 'issuer' ? 'iss' : undefined);
    try {
      const { payload, protectedHeader } = await jwtVerify(token, issuer.keys, {
        algorithms: ALGORITHMS,
        issuer: issuer.issuer,
        audience: issuer.audience,
        clockTolerance: parts.leewaySeconds,
        requiredClaims: ['exp'],
        currentDate: new Date(parts.clock.epochMs()),
      });
      if (!isOfAccess(protectedHeader.typ)) return refused('type', 'typ');
      return verdictOn(payload, issuer, parts);
    } catch (fault) {
      const isClaim = fault instanceof errors.JWTClaimValidationFailed || fault instanceof errors.JWTExpired;
      return refused(failedCheckOf(fault), isClaim ? fault.claim : undefined);
    }
  },
});

/** The issuer that a token names. Nothing else in it counts before its signature is verified. */
export const issuerOf = (token: string, issuers: readonly KnownIssuer[]): KnownIssuer | 'form' | 'issuer' => {
  try {
    const { iss } = decodeJwt(token);
    return issuers.find(({ issuer }) => issuer === iss) ?? 'issuer';
  } catch {
    return 'form';
  }
};

const verdictOn = (payload: JWTPayload, issuer: JwtIssuer, parts: VerifierParts): TokenVerdict => {
  const otherKind = claimOfOtherKind(payload);
  if (otherKind !== undefined) return refused('type', otherKind);
  const isAhead = (payload.iat ?? 0) > parts.clock.epochMs() / 1000 + parts.leewaySeconds;
  if (isAhead) return refused('not_yet_valid', 'iat');
  const read = readClaims(payload, issuer);
  if ('wrongClaim' in read) return refused('claims', read.wrongClaim);
  if (hasOverage(payload, issuer))
    parts.log.warn(
      'a token names its groups elsewhere, because they are too many for it: none of them counts. Let the provider emit only the groups that are assigned to the application',
    );
  return { verified: true, claims: read.claims };
};

const refused = (failedCheck: FailedCheck, claim?: string): TokenVerdict => ({
  verified: false,
  because: BECAUSE[failedCheck] ?? 'token_invalid',
  failedCheck,
  ...(claim === undefined ? {} : { claim }),
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

/** Which check a token failed, by what was thrown. */
export const failedCheckOf = (fault: unknown): FailedCheck => {
  if (fault instanceof NoKeySet) return 'no_key_set';
  // The error of an expired token is also a claim error, with a code of its own.
  if (fault instanceof errors.JWTClaimValidationFailed) return CHECK_OF_CLAIM[fault.claim] ?? 'claims';
  // An error from outside jose means a key that cannot be used as the token says.
  return (fault instanceof errors.JOSEError ? CHECK_OF_CODE[fault.code] : undefined) ?? 'key_unknown';
};
