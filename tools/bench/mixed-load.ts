import type { LoadRequest } from './load.js';

/** Reads to each write of a mixed load. */
const READS = 19;

/** Nineteen of every twenty are the reads in turn, one is a write in turn. */
export const mixed = (reads: readonly LoadRequest[], writes: readonly LoadRequest[]): LoadRequest[] =>
  writes.flatMap((write, i) => [
    ...Array.from({ length: READS }, (_, n) => reads[(i * READS + n) % reads.length] as LoadRequest),
    write,
  ]);
