import type { Clock, LogoutClaims, LogoutTokenVerifier } from '@govgate/ports';
import { type JWTPayload, jwtVerify } from 'jose';
import { ALGORITHMS, issuerOf, type KnownIssuer } from './jose-token-verifier.js';
import { claimAt } from './jwt-claims.js';
import { NoKeySet } from './key-set.js';

export interface LogoutVerifierParts {
  readonly issuers: readonly KnownIssuer[];
  /** Beside the issuer's audience: the client that people sign in with. */
  readonly clientId: string | undefined;
  readonly leewaySeconds: number;
  readonly clock: Clock;
}

/** How old a logout token may be: its id is kept for longer. */
const MOST_SECONDS = 600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TYPES = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

/** Verifies logout tokens with `jose` (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export const makeLogoutTokenVerifier = (parts: LogoutVerifierParts): LogoutTokenVerifier => ({
  verify: async (token) => {
    const issuer = issuerOf(token, parts.issuers);
    if (typeof issuer === 'string') return 'invalid';
    try {
      const { payload, protectedHeader } = await jwtVerify(token, issuer.keys, {
        algorithms: ALGORITHMS,
        issuer: issuer.issuer,
        audience: [issuer.audience, ...(parts.clientId === undefined ? [] : [parts.clientId])],
        clockTolerance: parts.leewaySeconds,
        maxTokenAge: MOST_SECONDS,
        requiredClaims: ['iat', 'jti'],
        currentDate: new Date(parts.clock.epochMs()),
      });
      const { typ } = protectedHeader;
      const isLogout = typ === undefined || TYPES.has(String(typ).toLowerCase());
      return isLogout ? (claimsOf(payload, issuer) ?? 'invalid') : 'invalid';
    } catch (fault) {
      return fault instanceof NoKeySet ? 'unavailable' : 'invalid';
    }
  },
});

const claimsOf = (payload: JWTPayload, issuer: KnownIssuer): LogoutClaims | undefined => {
  const { jti, nonce, events } = payload;
  const subjectId = claimAt(payload, issuer.userClaim);
  const tenantId = claimAt(payload, issuer.tenantClaim);
  if (nonce !== undefined || typeof jti !== 'string' || typeof subjectId !== 'string') return undefined;
  if (!isObject(events) || !isObject(events[LOGOUT_EVENT])) return undefined;
  if (tenantId !== undefined && typeof tenantId !== 'string') return undefined;
  return { issuer: issuer.issuer, tokenId: jti, subjectId, tenantId };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
