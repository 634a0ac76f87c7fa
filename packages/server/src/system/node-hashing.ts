import { hash } from 'node:crypto';
import type { Sha256Hex } from '@govgate/domain';
import { HASH_BYTES, type Sha256Bytes } from '@govgate/domain/internal';

/** Node's SHA-256 of a text, in hex. */
export const nodeSha256: Sha256Hex = (text) => hash('sha256', text);

/** The same for bytes. Via a string, as a Node Buffer of each hash has its own memory. */
export const nodeDigest: Sha256Bytes = (bytes, into, at) => {
  const text = hash('sha256', bytes, 'binary');
  for (let i = 0; i < HASH_BYTES; i += 1) into[at + i] = text.charCodeAt(i);
};
