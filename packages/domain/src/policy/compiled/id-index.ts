import { ANY } from '../manifest.js';
import { addRule, type RuleSet, wordsFor } from './rule-set.js';

/** The rules matching by one of their id lists. Row 0 holds those matching any id: no list, or one with `"*"`. */
export interface IdIndex {
  readonly rows: RuleSet;
  /** Start of the row of an id named by some rule. */
  readonly rowOf: ReadonlyMap<string, number>;
}

/** Indexes rules by their list of one type of id; undefined for a rule without. */
export const indexIds = (lists: readonly (readonly string[] | undefined)[]): IdIndex => {
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
  return { rows, rowOf };
};

/** The row of an id, or of any unnamed one. */
export const rowFor = ({ rowOf }: IdIndex, id: string | null | undefined): number =>
  (typeof id === 'string' ? rowOf.get(id) : undefined) ?? 0;
