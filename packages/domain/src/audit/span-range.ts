import { CompactRange } from '../merkle/compact-range.js';
import { ALL_LEVELS, type LeafSpan, partsOf } from '../merkle/leaf-span.js';
import type { Hashing } from './trail-walk.js';

/** The leaves of a range from the hashes of its largest complete subtrees; undefined if there are more or fewer. */
export const rangeOf = (
  span: LeafSpan,
  hashes: readonly Uint8Array[],
  { digest }: Hashing,
): CompactRange | undefined => {
  const range = new CompactRange(span.from, digest);
  return extend(range, span.to, hashes) ? range : undefined;
};

/** Appends the leaves up to a size from the hashes of their subtrees; false if there are more or fewer. */
export const extend = (range: CompactRange, size: number, hashes: readonly Uint8Array[]): boolean => {
  const parts = partsOf({ from: range.end, to: size }, ALL_LEVELS);
  if (parts.length !== hashes.length) return false;
  for (const [index, { level }] of parts.entries()) range.append(hashes[index] as Uint8Array, level);
  return true;
};

/** Joins a range with the one that follows it. */
export const joined = (before: CompactRange, part: CompactRange): CompactRange => {
  const whole = before.copy();
  whole.join(part);
  return whole;
};
