import {
  emptyRoot,
  HASH_BYTES,
  LEFT,
  newNode,
  nodeHash,
  RIGHT,
  type Sha256Bytes,
  sha256Bytes,
} from './tree-hash.js';

/** The hash over 2^`level` leaves, starting at `place` times 2^`level`. */
export interface Subtree {
  readonly level: number;
  readonly place: number;
  readonly hash: Uint8Array;
}

/** Receives the subtrees of some levels as they are completed. */
export interface SubtreeWatch {
  /** Above 0: leaves are not reported. */
  readonly levels: readonly number[];
  readonly add: (subtree: Subtree) => void;
}

/**
 * The leaves from `start` to `end` of an RFC 6962 tree in as few hashes as possible: the largest complete subtrees, at most 2 log2 of their
 * number. Leaves and whole subtrees are appended.
 */
export class CompactRange {
  /** Of each subtree the input of the node above it, as its left half: the right one is hashed into it. Used again and again. */
  readonly #nodes: Uint8Array[] = [];
  readonly #levels: number[] = [];
  #end: number;

  constructor(
    readonly start: number,
    private readonly digest: Sha256Bytes = sha256Bytes,
    private readonly watch?: SubtreeWatch,
  ) {
    this.#end = start;
  }

  get end(): number {
    return this.#end;
  }

  /** Appends a complete subtree; one that does not begin where the range ends is a programming error. Level 0 is a leaf's hash. */
  append(hash: Uint8Array, level = 0): void {
    const width = 2 ** level;
    if (this.#end % width !== 0) throw new RangeError(`no subtree of level ${level} begins at ${this.#end}`);
    this.#end += width;
    const at = this.#place(level, width);
    this.#top().set(hash, at);
    if (at === RIGHT) this.#join(level, width);
  }

  /** Appends a leaf by what its hash is taken of. */
  appendLeaf(input: Uint8Array): void {
    this.#end += 1;
    const at = this.#place(0, 1);
    this.digest(input, this.#top(), at);
    if (at === RIGHT) this.#join(0, 1);
  }

  /** Appends the leaves of a range that begins where this one ends. */
  join(next: CompactRange): void {
    if (next.start !== this.#end) throw new RangeError('the ranges do not meet');
    for (const { hash, level } of next.subtrees()) this.append(hash, level);
  }

  /** An independent copy of the range. It reports no subtrees. */
  copy(): CompactRange {
    const copy = new CompactRange(this.start, this.digest);
    copy.#nodes.push(...this.#levels.map((_, index) => (this.#nodes[index] as Uint8Array).slice()));
    copy.#levels.push(...this.#levels);
    copy.#end = this.#end;
    return copy;
  }

  /** The range's subtrees, from left to right. */
  subtrees(): Subtree[] {
    let at = this.start;
    return this.#levels.map((level, index) => {
      const subtree = { level, place: at / 2 ** level, hash: hashAt(this.#nodes[index] as Uint8Array, LEFT) };
      at += 2 ** level;
      return subtree;
    });
  }

  /** The hash over all its leaves, which is the tree's root if the range begins at 0. */
  root(): Uint8Array {
    const hashes = this.subtrees().map(({ hash }) => hash);
    if (hashes.length === 0) return emptyRoot(this.digest);
    return hashes.reduceRight((right, left) => nodeHash(left, right, this.digest));
  }

  // Where in the last node the subtree before the range's end belongs. Two neighbours of a level form one of the next only if the left one
  // has an even place.
  #place(level: number, width: number): typeof LEFT | typeof RIGHT {
    if (this.#levels.at(-1) === level && this.#end % (2 * width) === 0) return RIGHT;
    this.#levels.push(level);
    if (this.#nodes.length < this.#levels.length) this.#nodes.push(newNode());
    return LEFT;
  }

  // The last node has both halves, those of this level: its hash is the subtree of the next.
  #join(level: number, width: number): void {
    const node = this.#top();
    this.#levels.pop();
    const [above, twice] = [level + 1, 2 * width];
    const at = this.#place(above, twice);
    const into = this.#top();
    this.digest(node, into, at);
    if (this.watch?.levels.includes(above))
      this.watch.add({ level: above, place: this.#end / twice - 1, hash: hashAt(into, at) });
    if (at === RIGHT) this.#join(above, twice);
  }

  #top(): Uint8Array {
    return this.#nodes[this.#levels.length - 1] as Uint8Array;
  }
}

const hashAt = (node: Uint8Array, at: number): Uint8Array => node.slice(at, at + HASH_BYTES);
