import type { AskedTimes } from './trail-range.js';

const WORD = 32;

/** The positions of a range at which something holds: ascending numbers of two bytes, or a bit for each position where that is shorter. */
export const packPositions = (positions: readonly number[], size: number): Uint8Array => {
  if (isSparse(positions.length * 2, size)) return bytesOf(Uint16Array.from(positions));
  const words = new Uint32Array(size / WORD);
  for (const position of positions) setBit(words, position);
  return bytesOf(words);
};

/** The times of a range's events, from the bytes that they are stored as. */
export const timesIn = (bytes: Uint8Array): Float64Array => {
  const { buffer, byteOffset, length } = aligned(bytes);
  return new Float64Array(buffer, byteOffset, length / 8);
};

// Numbers may begin only where their size divides the place, and a copy is another half a megabyte for each range that a time cuts.
const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);

const isSparse = (bytes: number, size: number): boolean => bytes < size / 8;

const bytesOf = ({ buffer }: Uint16Array | Uint32Array): Uint8Array => new Uint8Array(buffer);

const setBit = (words: Uint32Array, position: number): void => {
  words[position >>> 5] = (words[position >>> 5] ?? 0) | (1 << (position & 31));
};

/** Positions of a range that satisfy every condition so far: all of them at first. */
export class Matches {
  #words: Uint32Array;

  constructor(readonly size: number) {
    this.#words = new Uint32Array(size / WORD).fill(0xffff_ffff);
  }

  /** Keeps those of packed positions. */
  keep(packed: Uint8Array): void {
    const { buffer, byteOffset, length } = aligned(packed);
    this.#keepWords(
      isSparse(length, this.size)
        ? this.#wordsOf(new Uint16Array(buffer, byteOffset, length / 2))
        : new Uint32Array(buffer, byteOffset, length / 4),
    );
  }

  /** Keeps those whose time is `from` or later and before `to`. */
  keepTimes(times: Float64Array, { from, to }: AskedTimes): void {
    const kept = new Uint32Array(this.#words.length);
    for (let position = 0; position < times.length; position += 1) {
      const time = times[position] ?? Number.NaN;
      if (time >= from && time < to) setBit(kept, position);
    }
    this.#keepWords(kept);
  }

  get count(): number {
    const words = this.#words;
    let count = 0;
    for (let index = 0; index < words.length; index += 1) count += bitsIn(words[index] ?? 0);
    return count;
  }

  /** Up to `limit` of them from a position on, in either direction. */
  some(from: number, direction: 'asc' | 'desc', limit: number): number[] {
    const step = direction === 'asc' ? 1 : -1;
    const found: number[] = [];
    for (
      let position = from;
      position >= 0 && position < this.size && found.length < limit;
      position += step
    ) {
      const word = this.#words[position >>> 5] ?? 0;
      if ((word >>> (position & 31)) & 1) found.push(position);
      // To the end of a word that has none.
      else if (word === 0) position = direction === 'asc' ? position | 31 : position & ~31;
    }
    return found;
  }

  #keepWords(kept: Uint32Array): void {
    for (let index = 0; index < this.#words.length; index += 1)
      this.#words[index] = (this.#words[index] ?? 0) & (kept[index] ?? 0);
  }

  #wordsOf(positions: Uint16Array): Uint32Array {
    const words = new Uint32Array(this.#words.length);
    for (let index = 0; index < positions.length; index += 1) setBit(words, positions[index] ?? 0);
    return words;
  }
}

const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
};
