import type { LogoutClaims } from './logout-token-verifier.js';

/** What a verified Security Event Token says (RFC 8417). */
export interface SignalClaims extends LogoutClaims {
  /** The types of its events, as URIs. */
  readonly eventTypes: readonly string[];
}

/** Why a Security Event Token does not count, by its registered code (RFC 8935, 2.4). */
export type SignalFault = 'invalid_request' | 'invalid_key' | 'invalid_issuer' | 'invalid_audience';

/** Verifies Security Event Tokens against the keys of the configured issuers. */
export interface SignalVerifier {
  /**
   * One that is polled may have waited for its receiver, so it may be older (docs/spec/identity.md#shared-signals). `of_no_user`: valid, about
   * something else than a user. `unavailable`: its key is not known for the moment; the same token may be right later.
   */
  verify(
    token: string,
    delivery: 'pushed' | 'polled',
  ): Promise<SignalClaims | SignalFault | 'of_no_user' | 'unavailable'>;
}
