/** Whose JWT access tokens are accepted. */
export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  /** A URL or the path of a file. */
  readonly jwks: string;
  readonly tenantClaim: string;
  /** The claim naming the user or service account. */
  readonly userClaim: string;
}

/** Whether a key set is fetched; otherwise it is a file. */
export const isWebAddress = (text: string): boolean => /^https?:/i.test(text);
