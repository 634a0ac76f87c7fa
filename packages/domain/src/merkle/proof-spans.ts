import type { LeafSpan } from './leaf-span.js';

/** The spans whose hashes prove that the leaf at an index is in the tree of a size, in the order of RFC 6962, section 2.1.1. */
export const inclusionSpans = (index: number, size: number): LeafSpan[] => {
  if (!(index >= 0 && index < size)) throw new RangeError('the tree has no such leaf');
  const spans: LeafSpan[] = [];
  for (let from = 0, to = size; to - from > 1; ) {
    const middle = from + divideAt(to - from);
    const goesLeft = index < middle;
    spans.push(goesLeft ? { from: middle, to } : { from, to: middle });
    if (goesLeft) to = middle;
    else from = middle;
  }
  return spans.reverse();
};

/** The spans whose hashes prove that a tree continues an earlier one, in the order of RFC 6962, section 2.1.2. */
export const consistencySpans = (first: number, second: number): LeafSpan[] => {
  if (!(first > 0 && first <= second)) throw new RangeError('no tree continues one that is larger or empty');
  const spans: LeafSpan[] = [];
  let from = 0;
  for (let to = second; first < to; ) {
    const middle = from + divideAt(to - from);
    const goesLeft = first <= middle;
    spans.push(goesLeft ? { from: middle, to } : { from, to: middle });
    if (goesLeft) to = middle;
    else from = middle;
  }
  // If the earlier tree is a complete left part of the later one, the verifier already has its hash.
  return from === 0 ? spans.reverse() : [{ from, to: first }, ...spans.reverse()];
};

/** The largest power of two below a size of at least 2: where RFC 6962 splits a tree. */
const divideAt = (size: number): number => {
  let width = 1;
  while (width * 2 < size) width *= 2;
  return width;
};
