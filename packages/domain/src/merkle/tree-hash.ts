import { sha256 } from '@noble/hashes/sha2.js';

/** SHA-256 over bytes. Hosts may pass a faster one; it must not keep the array it is given. */
export type Sha256Bytes = (bytes: Uint8Array) => Uint8Array;

/** The built-in, isomorphic SHA-256 over bytes. */
export const sha256Bytes: Sha256Bytes = sha256;

export const HASH_BYTES = 32;

// Hashing is synchronous, so one array serves all calls: a trail has a node per event.
const NODE = new Uint8Array(1 + 2 * HASH_BYTES);
NODE[0] = 1;

/** The hash of an inner node: SHA-256(0x01 || left || right) (RFC 6962, section 2.1). */
export const nodeHash = (
  left: Uint8Array,
  right: Uint8Array,
  digest: Sha256Bytes = sha256Bytes,
): Uint8Array => {
  NODE.set(left, 1);
  NODE.set(right, 1 + HASH_BYTES);
  return digest(NODE);
};

/** The root of the empty tree: SHA-256 of nothing. */
export const emptyRoot = (digest: Sha256Bytes = sha256Bytes): Uint8Array => digest(new Uint8Array(0));

/** Whether two hashes are equal. Both are public, so timing reveals nothing. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
