import type { Instant } from '@govgate/domain';

/** What a verified JWT access token says. */
export interface TokenClaims {
  readonly subjectId: string;
  readonly tenantId: string;
  /** Environments that the token is narrowed to; undefined: all. */
  readonly environments: readonly string[] | undefined;
  /** As the provider names them; they are matched with the `externalIds` of groups. */
  readonly groups: readonly string[];
  /** Whether the issuer's first token of somebody unknown creates their user. */
  readonly provision?: boolean;
  /** The token's own end; a verifier may take it some seconds longer, for clocks that differ. */
  readonly expiresAt: Instant;
}

/**
 * Which check a token failed. For the log and the metrics alone: the caller gets one answer for all (docs/spec/conventions.md,
 * "Errors that help").
 */
export type FailedCheck =
  /** Two Authorization headers, or a text that is no token at all. */
  | 'form'
  | 'algorithm'
  | 'type'
  | 'key_unknown'
  | 'signature'
  | 'issuer'
  | 'audience'
  | 'expired'
  | 'not_yet_valid'
  | 'claims'
  /** No issuer is configured, so no JWT counts. */
  | 'no_issuer'
  | 'no_key_set'
  | 'api_token_unknown'
  | 'api_token_revoked'
  | 'tenant_unknown'
  | 'subject_unknown'
  | 'subject_disabled'
  | 'too_many_bindings';

export type TokenVerdict =
  | { readonly verified: true; readonly claims: TokenClaims }
  | {
      readonly verified: false;
      /** `identity_provider_unavailable`: no key set is known to verify by; the same token may be right a moment later. */
      readonly because: 'token_invalid' | 'token_expired' | 'identity_provider_unavailable';
      readonly failedCheck: FailedCheck;
      /** The claim that failed the check, if it was one. */
      readonly claim?: string;
    };

/** Verifies JWT access tokens (RFC 9068, RFC 8725) against the keys of the configured issuers. */
export interface TokenVerifier {
  verify(token: string): Promise<TokenVerdict>;
  /** How long a verdict may be remembered, in seconds: no longer than a withdrawn key may go on counting. */
  readonly rememberSeconds: number;
}
