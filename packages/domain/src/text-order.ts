/**
 * Orders texts by Unicode code point, as SQLite and MongoDB order UTF-8 bytes; `<` on strings orders UTF-16 units and
 * would put a record on another page in memory than in the stores.
 */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return fixSurrogate(x) - fixSurrogate(y);
  }
  return a.length - b.length;
};

// Surrogates (0xd800-0xdfff) stand for code points above 0xffff, so they must sort after 0xe000-0xffff.
const fixSurrogate = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
};
