/**
 * Sets of rules as bits, 32 rules a word: with a thousand rules, what matches in one respect is a row of 32 words, and what matches in all
 * respects is the `and` of a few rows. Rules are numbered by index.
 */
export type RuleSet = Uint32Array;

/** What a request has left of the rules so far; both sets are changed in place. */
export interface RulesLeft {
  readonly candidates: RuleSet;
  /** The rules that what the request leaves open decides. */
  readonly undecided: RuleSet;
}
/** Words needed for a number of rules. */
export const wordsFor = (rules: number): number => Math.ceil(rules / 32);

/** Adds a rule to the set starting at a row. */
export const addRule = (sets: RuleSet, rule: number, row = 0): void => {
  const at = row + (rule >>> 5);
  sets[at] = (sets[at] as number) | (1 << (rule & 31));
};

/** Removes a rule from the set starting at a row. */
export const dropRule = (sets: RuleSet, rule: number, row = 0): void => {
  const at = row + (rule >>> 5);
  sets[at] = (sets[at] as number) & ~(1 << (rule & 31));
};

/** Leaves of a set the rules in the set starting at a row. */
export const keepRow = (rules: RuleSet, sets: RuleSet, row = 0): void => {
  for (let word = 0; word < rules.length; word += 1)
    rules[word] = (rules[word] as number) & (sets[row + word] as number);
};

/** Whether a set has no rule. */
export const isEmpty = (rules: RuleSet): boolean => {
  for (let word = 0; word < rules.length; word += 1) if (rules[word] !== 0) return false;
  return true;
};

/** The rules satisfying a test. */
export const ruleSetOf = (count: number, test: (rule: number) => boolean): RuleSet => {
  const set = new Uint32Array(wordsFor(count));
  for (let rule = 0; rule < count; rule += 1) if (test(rule)) addRule(set, rule);
  return set;
};

/** The rules in both sets, in ascending order. */
export const listShared = (a: RuleSet, b: RuleSet): number[] => {
  const rules: number[] = [];
  for (let word = 0; word < a.length; word += 1) {
    let both = (a[word] as number) & (b[word] as number);
    for (; both !== 0; both &= both - 1) rules.push(word * 32 + 31 - Math.clz32(both & -both));
  }
  return rules;
};

/** Whether two sets intersect. */
export const share = (a: RuleSet, b: RuleSet): boolean => {
  for (let word = 0; word < a.length; word += 1)
    if (((a[word] as number) & (b[word] as number)) !== 0) return true;
  return false;
};

/** The number of rules in both sets. */
export const countShared = (a: RuleSet, b: RuleSet): number => {
  let count = 0;
  for (let word = 0; word < a.length; word += 1) {
    const both = (a[word] as number) & (b[word] as number);
    if (both !== 0) count += countBits(both);
  }
  return count;
};

/** Writes the intersection of three sets into a fourth, and returns its size. */
export const sharedInto = (a: RuleSet, b: RuleSet, c: RuleSet, into: RuleSet): number => {
  let count = 0;
  for (let word = 0; word < a.length; word += 1) {
    const all = (a[word] as number) & (b[word] as number) & (c[word] as number);
    into[word] = all;
    if (all !== 0) count += countBits(all);
  }
  return count;
};

const countBits = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};
