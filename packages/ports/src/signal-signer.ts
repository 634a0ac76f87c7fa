/** A public key as a JSON Web Key (RFC 7517). */
export interface SignalKey {
  readonly kty: string;
  readonly use: string;
  readonly alg: string;
  readonly kid: string;
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
}

/** Signs the Security Event Tokens that this installation sends (RFC 8417, OpenID Shared Signals Framework 1.0). */
export interface SignalSigner {
  /** Who sends them: the public URL of the service. */
  readonly issuer: string;
  /** What verifies them. */
  readonly keys: readonly SignalKey[];
  /** A token of these claims and the issuer. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
}
