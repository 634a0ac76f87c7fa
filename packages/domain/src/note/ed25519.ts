import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Whether an Ed25519 signature over a text's UTF-8 bytes belongs to a 32-byte public key. Hosts may pass a faster one. */
export type VerifySignature = (publicKey: Uint8Array, text: string, signature: Uint8Array) => boolean;

/** The built-in, isomorphic check, as strict as RFC 8032. A malformed key or signature is invalid. */
export const verifyEd25519: VerifySignature = (publicKey, text, signature) => {
  try {
    return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false });
  } catch {
    return false;
  }
};
