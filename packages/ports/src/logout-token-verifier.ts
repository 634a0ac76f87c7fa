/** What a verified logout token says (OpenID Connect Back-Channel Logout 1.0, 2.4). */
export interface LogoutClaims {
  /** The issuer and the token's own id, which together are used once. */
  readonly issuer: string;
  readonly tokenId: string;
  /** Who signed out. */
  readonly subjectId: string;
  /** Undefined: the token does not say. */
  readonly tenantId: string | undefined;
}

/** Verifies logout tokens against the keys of the configured issuers; anything but a valid one is refused without a reason. */
export interface LogoutTokenVerifier {
  /** `unavailable`: no key set is known to verify by; the same token may be right a moment later. */
  verify(token: string): Promise<LogoutClaims | 'invalid' | 'unavailable'>;
}
