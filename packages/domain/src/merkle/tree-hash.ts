import { sha256 } from '@noble/hashes/sha2.js';

/**
 * SHA-256 over bytes, written into an array from a place on: a trail has two for each event, too many for an array each. Hosts may pass a
 * faster one; it must not keep the arrays, and reads all of its input before it writes. It returns nothing, so
 * that one which returns a hash instead does not compile.
 */
export type Sha256Bytes = (bytes: Uint8Array, into: Uint8Array, at: number) => undefined;

/** The built-in, isomorphic SHA-256 over bytes. */
export const sha256Bytes: Sha256Bytes = (bytes, into, at) => {
  into.set(sha256(bytes), at);
};

export const HASH_BYTES = 32;

/** Where the left and the right hash of a node's input begin. */
export const [LEFT, RIGHT] = [1, 1 + HASH_BYTES];

/** The input of an inner node, 0x01 and both hashes (RFC 6962, section 2.1), which are still to be written. */
export const newNode = (): Uint8Array => {
  const node = new Uint8Array(RIGHT + HASH_BYTES);
  node[0] = 1;
  return node;
};

// Hashing is synchronous, so one array serves all calls.
const NODE = newNode();

/** The hash of an inner node. */
export const nodeHash = (
  left: Uint8Array,
  right: Uint8Array,
  digest: Sha256Bytes = sha256Bytes,
): Uint8Array => {
  NODE.set(left, LEFT);
  NODE.set(right, RIGHT);
  return digestOf(NODE, digest);
};

/** The root of the empty tree: SHA-256 of nothing. */
export const emptyRoot = (digest: Sha256Bytes = sha256Bytes): Uint8Array =>
  digestOf(new Uint8Array(0), digest);

/** A hash in an array of its own. */
export const digestOf = (bytes: Uint8Array, digest: Sha256Bytes = sha256Bytes): Uint8Array => {
  const hash = new Uint8Array(HASH_BYTES);
  digest(bytes, hash, 0);
  return hash;
};

/** Whether two hashes are equal. Both are public, so timing reveals nothing. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
