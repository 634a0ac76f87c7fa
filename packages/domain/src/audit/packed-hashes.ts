const PREFIX = 'sha256:';
const DIGITS = 64;

/** Concatenated chain hashes, as kept for sealed events. */
export const packHashes = (hashes: readonly string[]): string =>
  hashes.map((hash) => hash.slice(PREFIX.length)).join('');

/** The unpacked hashes. */
export const unpackHashes = (packed: string): string[] =>
  Array.from(
    { length: Math.floor(packed.length / DIGITS) },
    (_, index) => PREFIX + packed.slice(index * DIGITS, (index + 1) * DIGITS),
  );
