import { createHash } from 'node:crypto';
import { CompactRange } from '../compact-range.js';
import type { LeafSpan } from '../leaf-span.js';

/** The hash of a leaf: SHA-256(0x00 || input). */
export const leafHash = (input: Uint8Array): Uint8Array => digest(Buffer.concat([Uint8Array.of(0), input]));

/** The tree hash exactly as in RFC 6962, section 2.1, without any of our optimizations. */
export const treeHash = (leaves: readonly Uint8Array[]): Uint8Array => {
  if (leaves.length === 0) return digest(new Uint8Array(0));
  if (leaves.length === 1) return leafHash(leaves[0] as Uint8Array);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return digest(Buffer.concat([Uint8Array.of(1), treeHash(leaves.slice(0, k)), treeHash(leaves.slice(k))]));
};

/** The hash of a span of leaves, by our own code. */
export const spanHash = (leaves: readonly Uint8Array[], { from, to }: LeafSpan): Uint8Array => {
  const range = new CompactRange(from);
  for (const leaf of leaves.slice(from, to)) range.append(leafHash(leaf));
  return range.root();
};

/** Some leaves, all different. */
export const sampleLeaves = (count: number, seed = 0): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => digest(Buffer.from(`leaf ${seed + index}`)));

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const unhex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));

const digest = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
