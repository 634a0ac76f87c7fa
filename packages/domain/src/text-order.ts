/**
 * Orders texts by Unicode code point, as SQLite and MongoDB order UTF-8 bytes; `<` on strings orders UTF-16 units and
 * would put a record on another page in memory than in the stores. A lone surrogate is the code point that it is written as.
 */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1)
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return orderOfUnit(a, i) - orderOfUnit(b, i);
  return a.length - b.length;
};

// A surrogate of a pair stands for a code point above 0xffff, so it must sort after 0xe000-0xffff.
const orderOfUnit = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  const isPaired =
    (isHigh(unit) && isLow(text.charCodeAt(at + 1))) || (isLow(unit) && isHigh(text.charCodeAt(at - 1)));
  return isPaired ? unit + 0x10000 : unit;
};

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
