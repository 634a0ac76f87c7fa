const PREFIX = 'sha256:';
const DIGITS = 64;

/** Chain hashes one behind the other, as stores keep those of sealed events. */
export const packHashes = (hashes: readonly string[]): string =>
  hashes.map((hash) => hash.slice(PREFIX.length)).join('');

/** The hashes that were packed. */
export const unpackHashes = (packed: string): string[] =>
  Array.from(
    { length: Math.floor(packed.length / DIGITS) },
    (_, index) => PREFIX + packed.slice(index * DIGITS, (index + 1) * DIGITS),
  );
