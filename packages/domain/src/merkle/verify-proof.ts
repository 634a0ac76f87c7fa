import { nodeHash, type Sha256Bytes, sameBytes, sha256Bytes } from './tree-hash.js';

/** A tree as a checkpoint states it. */
export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether a path proves that a leaf is at an index of a tree (RFC 9162, section 2.1.3.2; the tree is that of RFC 6962). */
export const verifyInclusion = (
  leaf: { readonly index: number; readonly hash: Uint8Array },
  head: TreeHead,
  path: readonly Uint8Array[],
  digest: Sha256Bytes = sha256Bytes,
): boolean => {
  if (!Number.isSafeInteger(leaf.index) || leaf.index < 0 || leaf.index >= head.size) return false;
  const sides = sidesOf(leaf.index, head.size - 1, path.length);
  return sides !== undefined && sameBytes(climb(leaf.hash, { path, sides }, digest), head.root);
};

/** Whether a path proves that the second tree contains the first one's leaves, unchanged, followed by more (RFC 9162, section 2.1.4.2). */
export const verifyConsistency = (
  first: TreeHead,
  second: TreeHead,
  path: readonly Uint8Array[],
  digest: Sha256Bytes = sha256Bytes,
): boolean => {
  if (first.size < 1 || first.size > second.size) return false;
  if (first.size === second.size) return path.length === 0 && sameBytes(first.root, second.root);
  let [place, last] = [first.size - 1, second.size - 1];
  while (isOdd(place)) [place, last] = [half(place), half(last)];
  // A first tree whose size is a power of two is a subtree of the second, and its root need not be sent.
  const [start, ...rest] = place === 0 ? [first.root, ...path] : path;
  const sides = start === undefined ? undefined : sidesOf(place, last, rest.length);
  if (start === undefined || sides === undefined) return false;
  const inFirst = rest.filter((_, index) => sides[index] === 'left');
  const lefts = inFirst.map(() => 'left' as const);
  return (
    sameBytes(climb(start, { path: inFirst, sides: lefts }, digest), first.root) &&
    sameBytes(climb(start, { path: rest, sides }, digest), second.root)
  );
};

type Side = 'left' | 'right';

const half = (value: number): number => Math.floor(value / 2);
const isOdd = (value: number): boolean => value % 2 === 1;

/**
 * The side of each hash on the path from a node's place to the root; `last` is the last place of its level. Undefined if a path of that
 * length does not end at the root.
 */
const sidesOf = (from: number, lastOfLevel: number, length: number): Side[] | undefined => {
  const sides: Side[] = [];
  let [place, last] = [from, lastOfLevel];
  for (; sides.length < length; [place, last] = [half(place), half(last)]) {
    if (last === 0) return undefined;
    const left = isOdd(place) || place === last;
    sides.push(left ? 'left' : 'right');
    // The last node of a level may lack a neighbour on some levels above it.
    if (left) while (!isOdd(place) && place !== 0) [place, last] = [half(place), half(last)];
  }
  return last === 0 ? sides : undefined;
};

interface ProofPath {
  readonly path: readonly Uint8Array[];
  readonly sides: readonly Side[];
}

const climb = (from: Uint8Array, { path, sides }: ProofPath, digest: Sha256Bytes): Uint8Array =>
  path.reduce(
    (hash, sibling, index) =>
      sides[index] === 'left' ? nodeHash(sibling, hash, digest) : nodeHash(hash, sibling, digest),
    from,
  );
