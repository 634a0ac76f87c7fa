/** Signs heads of audit chains with the installation's Ed25519 key. */
export interface CheckpointSigner {
  /** Base64 of the signature over the UTF-8 bytes. */
  sign(text: string): string;
  /** Whether the signature is one of this installation's key. */
  verify(text: string, signature: string): boolean;
  /** The public key in PEM, for those who verify elsewhere. */
  publicKey(): string;
}
