/** An identity provider for browsers: a public client with PKCE (ADR 55). */
export interface ConsoleOidc {
  /** Its URL, exactly as in its discovery document. */
  readonly issuer: string;
  readonly clientId: string;
  /** Scopes separated by spaces, including `openid`. */
  readonly scope: string;
  /** The audience for access tokens (RFC 8707). */
  readonly resource?: string;
}
