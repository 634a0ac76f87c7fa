import { HASH_BYTES, type Sha256Bytes, sha256Bytes } from '../merkle/tree-hash.js';

const PREFIX = 'sha256:'.length;
// A single buffer, as hashing is synchronous; parsing digits by hand is faster than going through a string. It begins with a leaf's 0x00.
const LEAF = new Uint8Array(1 + HASH_BYTES);
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(code));
  return digit === -1 ? 0 : digit;
});

/** An event's leaf in its trail's tree: its 32-byte chain hash is the leaf's input (decisions, section 16). */
export const eventLeaf = (chainHash: string, digest: Sha256Bytes = sha256Bytes): Uint8Array => {
  for (let i = 0; i < HASH_BYTES; i += 1) {
    const at = PREFIX + 2 * i;
    LEAF[1 + i] = (digitAt(chainHash, at) << 4) | digitAt(chainHash, at + 1);
  }
  return digest(LEAF);
};

const digitAt = (text: string, at: number): number => DIGITS[text.charCodeAt(at)] ?? 0;
