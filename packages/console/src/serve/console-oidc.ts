/** An identity provider as browsers use it: a public client with PKCE (ADR 62). */
export interface ConsoleOidc {
  /** Its URL, to the letter as its discovery document has it. */
  readonly issuer: string;
  readonly clientId: string;
  /** Scopes with spaces between them, `openid` among them. */
  readonly scope: string;
  /** Whom access tokens are asked for (RFC 8707). */
  readonly resource?: string;
}
