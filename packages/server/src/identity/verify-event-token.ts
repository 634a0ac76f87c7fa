import type { Clock, FailedCheck } from '@govgate/ports';
import { type JWTPayload, jwtVerify } from 'jose';
import { ALGORITHMS, failedCheckOf, issuerOf, type KnownIssuer } from './jose-token-verifier.js';

export interface EventTokenParts {
  readonly issuers: readonly KnownIssuer[];
  /** Beside the issuer's audience: the client that people sign in with. */
  readonly clientId: string | undefined;
  readonly leewaySeconds: number;
  readonly clock: Clock;
}

/** A signed token that reports events, not yet read. */
export interface EventToken {
  readonly payload: JWTPayload & { readonly jti: string; readonly events: Readonly<Record<string, unknown>> };
  readonly type: string | undefined;
  readonly issuer: KnownIssuer;
}

/** How old a token may be: its id is kept for longer. */
const MOST_SECONDS = 600;

/** Verifies what logout tokens and Security Event Tokens share: signature, issuer, audience, age, an id and events (RFC 8417, 2.2). */
export const verifyEventToken = async (
  token: string,
  parts: EventTokenParts,
  mostSeconds = MOST_SECONDS,
): Promise<EventToken | FailedCheck> => {
  const issuer = issuerOf(token, parts.issuers);
  if (typeof issuer === 'string') return issuer;
  try {
    const { payload, protectedHeader } = await jwtVerify(token, issuer.keys, {
      algorithms: ALGORITHMS,
      issuer: issuer.issuer,
      audience: [issuer.audience, ...(parts.clientId === undefined ? [] : [parts.clientId])],
      clockTolerance: parts.leewaySeconds,
      maxTokenAge: mostSeconds,
      requiredClaims: ['iat', 'jti'],
      currentDate: new Date(parts.clock.epochMs()),
    });
    const { jti, events } = payload;
    if (typeof jti !== 'string' || !isObject(events)) return 'claims';
    const type = protectedHeader.typ?.toLowerCase();
    return { payload: { ...payload, jti, events }, type, issuer };
  } catch (fault) {
    return failedCheckOf(fault);
  }
};

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
