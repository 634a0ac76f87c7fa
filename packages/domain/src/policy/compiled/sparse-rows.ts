import type { RuleSet } from './rule-set.js';

/**
 * The few words in which the rules of an attribute lie. Rows over them are short, and rules have numbers of their own in them:
 * `local` gives it, `words[i]` is where the i-th word of a row belongs.
 */
export interface Places {
  readonly words: readonly number[];
  local(rule: number): number;
}

/** The places of some rules. */
export const placesOf = (rules: Iterable<number>): Places => {
  const words = [...new Set([...rules].map((rule) => rule >>> 5))].sort((a, b) => a - b);
  const order = new Map(words.map((word, place) => [word, place]));
  return { words, local: (rule) => (order.get(rule >>> 5) as number) * 32 + (rule & 31) };
};

/** Adds the rules of a short row to a whole set. */
export const addRow = (rows: RuleSet, row: number, { words }: Places, into: RuleSet, at = 0): void => {
  for (let place = 0; place < words.length; place += 1) {
    const word = at + (words[place] as number);
    into[word] = (into[word] as number) | (rows[row + place] as number);
  }
};

/** Takes the rules of a short row out of a whole set. */
export const dropRow = (rows: RuleSet, row: number, { words }: Places, from: RuleSet, at = 0): void => {
  for (let place = 0; place < words.length; place += 1) {
    const word = at + (words[place] as number);
    from[word] = (from[word] as number) & ~(rows[row + place] as number);
  }
};
