import type { Instant } from '@govgate/domain';

/** What a verified JWT access token says. */
export interface TokenClaims {
  readonly subjectId: string;
  readonly tenantId: string;
  /** Environments that the token is narrowed to; undefined: all. */
  readonly environments: readonly string[] | undefined;
  readonly groups: readonly string[];
  readonly expiresAt: Instant;
}

export type TokenVerdict =
  | { readonly verified: true; readonly claims: TokenClaims }
  | { readonly verified: false; readonly because: 'token_invalid' | 'token_expired' };

/** Verifies JWT access tokens (RFC 9068, RFC 8725) against the configured issuer's keys. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenVerdict>;
  /** How long a verdict may be remembered, in seconds: no longer than a withdrawn key may go on counting. */
  readonly rememberSeconds: number;
}
