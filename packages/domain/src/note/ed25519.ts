import { ed25519 } from '@noble/curves/ed25519.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Whether an Ed25519 signature over a text's UTF-8 bytes is one of a public key of 32 bytes. Hosts may pass a faster one of their own. */
export type VerifySignature = (publicKey: Uint8Array, text: string, signature: Uint8Array) => boolean;

/** The built-in, isomorphic check, as strict as RFC 8032. What is no key and no signature is no signature either. */
export const verifyEd25519: VerifySignature = (publicKey, text, signature) => {
  try {
    return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false });
  } catch {
    return false;
  }
};
