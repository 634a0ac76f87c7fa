import { digestOf, HASH_BYTES, type Sha256Bytes } from '../merkle/tree-hash.js';

const PREFIX = 'sha256:'.length;
// A single buffer, as hashing is synchronous. It begins with a leaf's 0x00.
const LEAF = new Uint8Array(1 + HASH_BYTES);

/** An event's leaf in its trail's tree: its 32-byte chain hash is the leaf's input (docs/spec/audit.md). */
export const eventLeaf = (chainHash: string, digest?: Sha256Bytes): Uint8Array =>
  digestOf(leafInput(chainHash), digest);

/** What the leaf is the hash of: 0x00 and the chain hash. Valid until the next call. */
export const leafInput = (chainHash: string): Uint8Array => {
  for (let i = 0, at = PREFIX; i < HASH_BYTES; i += 1, at += 2)
    LEAF[1 + i] = (digit(chainHash.charCodeAt(at)) << 4) | digit(chainHash.charCodeAt(at + 1));
  return LEAF;
};

// Faster than going through a string: the low bits of "0" to "9" are the digit, those of "a" to "f" nine less.
const digit = (code: number): number => (code & 15) + (code >> 6) * 9;
