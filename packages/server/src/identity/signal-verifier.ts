import type { Clock, FailedCheck, SignalClaims, SignalFault, SignalVerifier } from '@govgate/ports';
import { decodeJwt } from 'jose';
import { claimAt } from './jwt-claims.js';
import { type EventToken, type EventTokenParts, isObject, verifyEventToken } from './verify-event-token.js';

const TYPES = new Set(['secevent+jwt', 'application/secevent+jwt']);

/** How old a polled token may be: less than the day for which the ids of received tokens are kept, by more than clocks may differ. */
const MOST_QUEUED_SECONDS = 23 * 3_600;
/** For so long the last key set stays in use while none can be read: until then a key may be one that was not read yet. */
const KEY_UNREAD_SECONDS = 3_600;

const FAULTS: Partial<Record<FailedCheck, SignalFault>> = {
  issuer: 'invalid_issuer',
  audience: 'invalid_audience',
  algorithm: 'invalid_key',
  key_unknown: 'invalid_key',
  signature: 'invalid_key',
};

/** Verifies Security Event Tokens with `jose` (RFC 8417, OpenID Shared Signals Framework 1.0). */
export const makeSignalVerifier = (parts: EventTokenParts): SignalVerifier => ({
  verify: async (token, delivery) => {
    const isPolled = delivery === 'polled';
    const verified = await verifyEventToken(token, parts, isPolled ? MOST_QUEUED_SECONDS : undefined);
    if (verified === 'no_key_set') return 'unavailable';
    // Who pushes tries again by itself; a polled token is gone once it is reported.
    if (verified === 'key_unknown' && isPolled && isRecent(token, parts.clock)) return 'unavailable';
    if (typeof verified === 'string') return FAULTS[verified] ?? 'invalid_request';
    return (TYPES.has(verified.type ?? '') ? claimsOf(verified) : undefined) ?? 'invalid_request';
  },
});

const isRecent = (token: string, clock: Clock): boolean => {
  const { iat = 0 } = decodeJwt(token);
  return Math.abs(clock.epochMs() / 1_000 - iat) < KEY_UNREAD_SECONDS;
};

const claimsOf = ({ payload, issuer }: EventToken): SignalClaims | 'of_no_user' | undefined => {
  const { jti, events, sub_id: subject } = payload;
  if (!isObject(subject) || !Object.values(events).every(isObject)) return undefined;
  if (subject.format === 'complex' && subject.user === undefined) return 'of_no_user';
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
