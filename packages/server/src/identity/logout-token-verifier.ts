import type { LogoutClaims, LogoutTokenVerifier } from '@govgate/ports';
import { claimAt } from './jwt-claims.js';
import { type EventToken, type EventTokenParts, isObject, verifyEventToken } from './verify-event-token.js';

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const TYPES = new Set(['logout+jwt', 'application/logout+jwt', 'jwt']);

/** Verifies logout tokens with `jose` (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export const makeLogoutTokenVerifier = (parts: EventTokenParts): LogoutTokenVerifier => ({
  verify: async (token) => {
    const verified = await verifyEventToken(token, parts);
    if (typeof verified === 'string') return verified === 'no_key_set' ? 'unavailable' : 'invalid';
    const isLogout = verified.type === undefined || TYPES.has(verified.type);
    return isLogout ? (claimsOf(verified) ?? 'invalid') : 'invalid';
  },
});

const claimsOf = ({ payload, issuer }: EventToken): LogoutClaims | undefined => {
  const { jti, nonce, events } = payload;
  const subjectId = claimAt(payload, issuer.userClaim);
  const tenantId = claimAt(payload, issuer.tenantClaim);
  if (nonce !== undefined || typeof subjectId !== 'string') return undefined;
  if (!isObject(events[LOGOUT_EVENT])) return undefined;
  if (tenantId !== undefined && typeof tenantId !== 'string') return undefined;
  return { issuer: issuer.issuer, tokenId: jti, subjectId, tenantId };
};
