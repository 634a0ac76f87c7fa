/**
 * Orders texts by Unicode code point, as SQLite and MongoDB order UTF-8 bytes; `<` on strings orders UTF-16 units and
 * would put a record on another page in memory than in the stores. A lone surrogate is the code point that it is written as.
 */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1)
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return orderAt(a, b, i - 1) || orderAt(a, b, i);
  return a.length - b.length;
};

// Texts that differ in the second half of a surrogate pair differ in the code point that begins before it.
const orderAt = (a: string, b: string, at: number): number =>
  (a.codePointAt(at) ?? 0) - (b.codePointAt(at) ?? 0);
