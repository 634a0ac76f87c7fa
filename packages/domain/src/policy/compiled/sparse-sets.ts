/**
 * Sets of bits that are mostly empty, numbered: of each only the words that are not 0 are kept. What a thousand named values concern would
 * otherwise be a thousand whole rows.
 */
export interface SparseSets {
  /** Where a set's words begin in the two others; one more marks the end. */
  readonly begins: Uint32Array;
  readonly at: Uint32Array;
  readonly bits: Uint32Array;
}

/** Builds sets, from 0 up to a number of them, of single bits named as `bitOf` does. */
export const buildSparseSets = (count: number, bits: readonly number[]): SparseSets => {
  const begins = new Uint32Array(count + 1);
  const [at, words]: [number[], number[]] = [[], []];
  let last = -1;
  for (const named of Float64Array.from(bits).sort()) {
    const set = Math.floor(named / MOST_BITS);
    const bit = named % MOST_BITS;
    const word = Math.floor(named / 32);
    if (word !== last) {
      at.push(bit >>> 5);
      words.push(0);
      last = word;
    }
    words[words.length - 1] = (words.at(-1) as number) | (1 << (bit & 31));
    begins[set + 1] = at.length;
  }
  for (let set = 0; set < count; set += 1)
    begins[set + 1] = Math.max(begins[set] as number, begins[set + 1] as number);
  return { begins, at: Uint32Array.from(at), bits: Uint32Array.from(words) };
};

/** Bits of a set. */
const MOST_BITS = 2 ** 26;

/** The name of a bit of a set. */
export const bitOf = (set: number, bit: number): number => set * MOST_BITS + bit;

/** Removes one of the sets from a whole set. */
export const dropSet = ({ begins, at, bits }: SparseSets, set: number, from: Uint32Array): void => {
  for (let i = begins[set] as number; i < (begins[set + 1] as number); i += 1) {
    const word = at[i] as number;
    from[word] = (from[word] as number) & ~(bits[i] as number);
  }
};

/** Adds one of the sets to a whole set, whose words have other positions. */
export const addSet = (
  { begins, at, bits }: SparseSets,
  set: number,
  words: readonly number[],
  into: Uint32Array,
): void => {
  for (let i = begins[set] as number; i < (begins[set + 1] as number); i += 1) {
    const word = words[at[i] as number] as number;
    into[word] = (into[word] as number) | (bits[i] as number);
  }
};

/** The memory they take. */
export const bytesOfSets = ({ begins, at, bits }: SparseSets): number =>
  begins.byteLength + at.byteLength + bits.byteLength;
