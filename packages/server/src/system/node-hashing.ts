import { hash } from 'node:crypto';
import type { Sha256Bytes, Sha256Hex } from '@govgate/domain';

/** Node's SHA-256 of a text, in hex. */
export const nodeSha256: Sha256Hex = (text) => hash('sha256', text);

const DIGEST_BYTES = 32;

/** The same for bytes. Via a string: small arrays share memory with other values, while each Node Buffer has its own. */
export const nodeDigest: Sha256Bytes = (bytes) => {
  const text = hash('sha256', bytes, 'binary');
  const digest = new Uint8Array(DIGEST_BYTES);
  for (let i = 0; i < DIGEST_BYTES; i += 1) digest[i] = text.charCodeAt(i);
  return digest;
};
