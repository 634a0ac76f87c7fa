/** Signs checkpoints of audit trails with the installation's Ed25519 key. */
export interface CheckpointSigner {
  /** The 32 bytes of the public key, for those who verify elsewhere. */
  readonly publicKey: Uint8Array;
  /** The signature over the text's UTF-8 bytes. */
  sign(text: string): Uint8Array;
}
