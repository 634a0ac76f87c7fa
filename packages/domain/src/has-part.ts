/** Whether a text has a part, in as many steps as both have characters, whatever they are (Knuth, Morris and Pratt). */
export const hasPart = (text: string, part: string): boolean => {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < text.length && matched < part.length; at += 1)
    matched = extended(part, borders, matched, text.charCodeAt(at));
  return matched === part.length;
};

// By length: how much of the beginning also ends it, so that a mismatch goes on from there.
const bordersOf = (part: string): Uint32Array => {
  const borders = new Uint32Array(part.length + 1);
  for (let length = 1; length < part.length; length += 1)
    borders[length + 1] = extended(part, borders, borders[length] as number, part.charCodeAt(length));
  return borders;
};

const extended = (part: string, borders: Uint32Array, matched: number, unit: number): number => {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length] as number;
  return part.charCodeAt(length) === unit ? length + 1 : 0;
};
