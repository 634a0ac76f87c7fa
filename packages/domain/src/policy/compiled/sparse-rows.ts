import type { RuleSet } from './rule-set.js';

/**
 * The few words containing an attribute's rules. Rows over them are short, and rules have local numbers in them:
 * `local` gives it, `words[i]` is the position of a row's i-th word.
 */
export interface WordColumns {
  readonly words: readonly number[];
  local(rule: number): number;
}

/** The words that contain some rules. */
export const wordColumns = (rules: Iterable<number>): WordColumns => {
  const words = [...new Set([...rules].map((rule) => rule >>> 5))].sort((a, b) => a - b);
  const order = new Map(words.map((word, place) => [word, place]));
  return { words, local: (rule) => (order.get(rule >>> 5) as number) * 32 + (rule & 31) };
};

/** Adds the rules of a short row to a whole set. */
export const addRow = (rows: RuleSet, row: number, { words }: WordColumns, into: RuleSet): void => {
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] as number;
    into[word] = (into[word] as number) | (rows[row + place] as number);
  }
};

/** Removes the rules of a short row from a whole set, which starts at a place of others. */
export const dropRow = (row: RuleSet, { words }: WordColumns, from: RuleSet, at: number): void => {
  for (let place = 0; place < words.length; place += 1) {
    const word = at + (words[place] as number);
    from[word] = (from[word] as number) & ~(row[place] as number);
  }
};
