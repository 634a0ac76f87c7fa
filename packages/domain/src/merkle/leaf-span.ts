/** The leaves from `from` up to, excluding, `to`. */
export interface LeafSpan {
  readonly from: number;
  readonly to: number;
}

/** A subtree of a span, by level and place. */
export interface SpanPart {
  readonly level: number;
  readonly place: number;
}

/**
 * The largest complete subtrees of the given levels within a span, from left to right. With all levels they are what a `CompactRange` of
 * the span holds; with the levels kept by a store they are what must be read to know its hash.
 * @param levels upwards, 0 first
 */
export const partsOf = ({ from, to }: LeafSpan, levels: readonly number[]): SpanPart[] => {
  const parts: SpanPart[] = [];
  for (let at = from; at < to; ) {
    const level = levels.findLast((l) => at % 2 ** l === 0 && at + 2 ** l <= to) ?? 0;
    parts.push({ level, place: at / 2 ** level });
    at += 2 ** level;
  }
  return parts;
};

/** Every level of a tree of safe-integer size. */
export const ALL_LEVELS: readonly number[] = Array.from({ length: 53 }, (_, level) => level);
