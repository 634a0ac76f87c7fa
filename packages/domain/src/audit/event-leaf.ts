import { HASH_BYTES, type Sha256Bytes, sha256Bytes } from '../merkle/tree-hash.js';

const PREFIX = 'sha256:'.length;
// One array for all, as hashing is synchronous; reading the digits by hand is faster than any way through a text. It begins
// with the 0x00 of a leaf.
const LEAF = new Uint8Array(1 + HASH_BYTES);

/** The leaf of an event in its trail's tree: its chain hash, 32 bytes, is the leaf's input (decisions, section 16). */
export const eventLeaf = (chainHash: string, digest: Sha256Bytes = sha256Bytes): Uint8Array => {
  for (let i = 0; i < HASH_BYTES; i += 1) {
    const at = PREFIX + 2 * i;
    LEAF[1 + i] = (digit(chainHash.charCodeAt(at)) << 4) | digit(chainHash.charCodeAt(at + 1));
  }
  return digest(LEAF);
};

const digit = (code: number): number => (code < 58 ? code - 48 : code - 87);
