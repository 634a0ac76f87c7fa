import type { LogoutClaims } from './logout-token-verifier.js';

/** What a verified Security Event Token says (RFC 8417). */
export interface SignalClaims extends LogoutClaims {
  /** The types of its events, as URIs. */
  readonly eventTypes: readonly string[];
}

/** Verifies Security Event Tokens against the keys of the configured issuers; anything but a valid one is refused without a reason. */
export interface SignalVerifier {
  /** `unavailable`: no key set is known to verify by; the same token may be right a moment later. */
  verify(token: string): Promise<SignalClaims | 'invalid' | 'unavailable'>;
}
