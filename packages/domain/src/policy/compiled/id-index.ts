import { ANY } from '../manifest.js';
import { inNfc, isPrefix } from '../named-ids.js';
import { addRule, keepRow, type RuleSet, wordsFor } from './rule-set.js';

/** The rules matching by one of their lists of ids. */
export interface IdIndex {
  /** Leaves of some rules those that match an id, or its absence. */
  keep(rules: RuleSet, id: string | null | undefined): void;
  /** Leaves of some rules those that match any of several ids. */
  keepAny(rules: RuleSet, ids: readonly string[]): void;
  readonly bytes: number;
}

type Lists = readonly (readonly string[] | undefined)[];

/** Indexes rules by their list of one type of id; undefined for a rule without. */
export const indexIds = (lists: Lists): IdIndex => {
  if (lists.every((list) => list === undefined)) return UNLISTED;
  const { rows, rowOf, words } = rowsOf(lists);
  const some = new Uint32Array(words);
  return {
    keep: (rules, id) => keepRow(rules, rows, (typeof id === 'string' ? rowOf.get(id) : undefined) ?? 0),
    // The `or` of the ids' rows, all of which include row 0.
    keepAny: (rules, ids) => {
      for (let word = 0; word < words; word += 1) some[word] = rows[word] as number;
      for (const id of ids) {
        const row = rowOf.get(id);
        if (row !== undefined) mergeRow(some, 0, rows, row, words);
      }
      keepRow(rules, some);
    },
    bytes: rows.byteLength + rowOf.size * BYTES_PER_NAME,
  };
};

/** The same for targets, of which a list may name prefixes. */
export const indexNames = (lists: Lists): Pick<IdIndex, 'keep' | 'bytes'> => {
  if (lists.every((list) => list === undefined)) return UNLISTED;
  const { rows, rowOf, words } = rowsOf(lists.map((list) => list?.map(inNfc)));
  const prefixes = [...rowOf.keys()].filter(isPrefix).sort((a, b) => a.length - b.length);
  const lengths = [...new Set(prefixes.map((prefix) => prefix.length - 1))].reverse();
  // The row of a prefix includes those of the shorter ones in it, and the row of an id those of its prefixes.
  const prefixRow = (id: string): number | undefined => {
    for (const length of lengths) {
      const row = length > id.length ? undefined : rowOf.get(id.slice(0, length) + ANY);
      if (row !== undefined) return row;
    }
    return undefined;
  };
  const names = [...rowOf.keys()].filter((name) => !isPrefix(name));
  for (const name of [...prefixes, ...names]) {
    const row = prefixRow(isPrefix(name) ? name.slice(0, -2) : name);
    if (row !== undefined) mergeRow(rows, rowOf.get(name) ?? 0, rows, row, words);
  }
  const rowFor = (id: string): number => (isPrefix(id) ? undefined : rowOf.get(id)) ?? prefixRow(id) ?? 0;
  return {
    keep: (rules, id) => keepRow(rules, rows, typeof id === 'string' ? rowFor(inNfc(id)) : 0),
    bytes: rows.byteLength + rowOf.size * BYTES_PER_NAME,
  };
};

const UNLISTED: IdIndex = { keep: () => {}, keepAny: () => {}, bytes: 0 };

/** An entry of a map, besides its name. */
const BYTES_PER_NAME = 64;

const mergeRow = (into: Uint32Array, at: number, rows: Uint32Array, row: number, words: number): void => {
  for (let word = 0; word < words; word += 1)
    into[at + word] = (into[at + word] as number) | (rows[row + word] as number);
};

// Row 0 holds the rules that match any id, by no list or one with `"*"`; each id that a rule names has a row of its own.
const rowsOf = (lists: Lists) => {
  const words = wordsFor(lists.length);
  const rowOf = new Map<string, number>();
  for (const list of lists) {
    if (list === undefined || list.includes(ANY)) continue;
    for (const id of list) if (!rowOf.has(id)) rowOf.set(id, (rowOf.size + 1) * words);
  }
  const rows = new Uint32Array((rowOf.size + 1) * words);
  lists.forEach((list, rule) => {
    if (list === undefined || list.includes(ANY)) addRule(rows, rule);
  });
  for (const row of rowOf.values()) rows.copyWithin(row, 0, words);
  lists.forEach((list, rule) => {
    for (const id of list ?? []) {
      const row = rowOf.get(id);
      if (row !== undefined) addRule(rows, rule, row);
    }
  });
  return { rows, rowOf, words };
};
