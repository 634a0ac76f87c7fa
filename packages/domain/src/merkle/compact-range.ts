import { emptyRoot, nodeHash, type Sha256Bytes, sha256Bytes } from './tree-hash.js';

/** The hash over 2^`level` leaves, starting at `place` times 2^`level`. */
export interface Subtree {
  readonly level: number;
  readonly place: number;
  readonly hash: Uint8Array;
}

/**
 * The leaves from `start` to `end` of an RFC 6962 tree in as few hashes as possible: the largest complete subtrees, at most 2 log2 of their
 * number. Leaves and whole subtrees are appended.
 */
export class CompactRange {
  readonly #hashes: Uint8Array[] = [];
  readonly #levels: number[] = [];
  #end: number;

  constructor(
    readonly start: number,
    private readonly digest: Sha256Bytes = sha256Bytes,
    /** Receives every completed subtree, except leaves. */
    private readonly onSubtree?: (subtree: Subtree) => void,
  ) {
    this.#end = start;
  }

  get end(): number {
    return this.#end;
  }

  /** Appends a complete subtree; one that does not begin where the range ends is a programming error. Level 0 is a leaf's hash. */
  append(hash: Uint8Array, level = 0): void {
    let width = 2 ** level;
    if (this.#end % width !== 0) throw new RangeError(`no subtree of level ${level} begins at ${this.#end}`);
    this.#end += width;
    let top = hash;
    let height = level;
    // Two neighbours of a level form one of the next only if the left one has an even place.
    while (this.#levels.at(-1) === height && this.#end % (2 * width) === 0) {
      this.#levels.pop();
      top = nodeHash(this.#hashes.pop() as Uint8Array, top, this.digest);
      height += 1;
      width *= 2;
      this.onSubtree?.({ level: height, place: this.#end / width - 1, hash: top });
    }
    this.#levels.push(height);
    this.#hashes.push(top);
  }

  /** Appends the leaves of a range that begins where this one ends. */
  join(next: CompactRange): void {
    if (next.start !== this.#end) throw new RangeError('the ranges do not meet');
    for (const { hash, level } of next.subtrees()) this.append(hash, level);
  }

  /** An independent copy of the range. It reports no subtrees. */
  copy(): CompactRange {
    const copy = new CompactRange(this.start, this.digest);
    copy.#hashes.push(...this.#hashes);
    copy.#levels.push(...this.#levels);
    copy.#end = this.#end;
    return copy;
  }

  /** The range's subtrees, from left to right. */
  subtrees(): Subtree[] {
    let at = this.start;
    return this.#hashes.map((hash, index) => {
      const level = this.#levels[index] as number;
      const subtree = { level, place: at / 2 ** level, hash };
      at += 2 ** level;
      return subtree;
    });
  }

  /** The hash over all its leaves, which is the tree's root if the range begins at 0. */
  root(): Uint8Array {
    if (this.#hashes.length === 0) return emptyRoot(this.digest);
    return this.#hashes.reduceRight((right, left) => nodeHash(left, right, this.digest));
  }
}
