import type { SignalClaims, SignalVerifier } from '@govgate/ports';
import { claimAt } from './jwt-claims.js';
import { type EventToken, type EventTokenParts, isObject, verifyEventToken } from './verify-event-token.js';

const TYPES = new Set(['secevent+jwt', 'application/secevent+jwt']);

/** Verifies Security Event Tokens with `jose` (RFC 8417, OpenID Shared Signals Framework 1.0). */
export const makeSignalVerifier = (parts: EventTokenParts): SignalVerifier => ({
  verify: async (token) => {
    const verified = await verifyEventToken(token, parts);
    if (typeof verified === 'string') return verified;
    return TYPES.has(verified.type ?? '') ? (claimsOf(verified) ?? 'invalid') : 'invalid';
  },
});

const claimsOf = ({ payload, issuer }: EventToken): SignalClaims | undefined => {
  const { jti, events, sub_id: subject } = payload;
  if (!isObject(subject) || !Object.values(events).every(isObject)) return undefined;
  const user = subject.format === 'complex' ? subject.user : subject;
  const tenantId = claimAt(payload, issuer.tenantClaim) ?? tenantIn(subject);
  if (!isObject(user) || (tenantId !== undefined && typeof tenantId !== 'string')) return undefined;
  const subjectId = identifierOf(user, issuer);
  if (subjectId === undefined) return undefined;
  return {
    issuer: issuer.issuer,
    tokenId: jti,
    subjectId,
    tenantId,
    eventTypes: Object.keys(events),
  };
};

// The identifier that names our users is the issuer's user claim: another one names nobody here (RFC 9493).
const identifierOf = (
  { format, iss, sub, id, email }: Readonly<Record<string, unknown>>,
  { issuer, userClaim }: EventToken['issuer'],
): string | undefined => {
  if (format === 'email' && userClaim === 'email') return textOf(email);
  if (userClaim !== 'sub') return undefined;
  if (format === 'opaque') return textOf(id);
  return format === 'iss_sub' && iss === issuer ? textOf(sub) : undefined;
};

const tenantIn = ({ tenant }: Readonly<Record<string, unknown>>): unknown =>
  isObject(tenant) && tenant.format === 'opaque' ? tenant.id : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
