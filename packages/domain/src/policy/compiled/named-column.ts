import type { Column, RuleConditions, Verdicts } from './column.js';
import { type Atoms, type Literal, literalsOf, nameAtoms, typeOf, VALUE_TYPES } from './named-atoms.js';
import { addRule, type RuleSet } from './rule-set.js';
import { addRow, type Places } from './sparse-rows.js';

/**
 * The conditions that name values or parts of texts: `eq`, `in`, `contains`, `starts_with` and their opposites. Each named thing is an atom
 * that a value has or lacks; a value has few of them, and they are found without examining the others.
 */
export const namedColumn = (conditions: RuleConditions, places: Places): Column => {
  const literals = [...conditions].flatMap(([rule, own]) => literalsOf(rule, own));
  const atoms = nameAtoms(literals);
  const rows = rowsOf(literals, atoms, places);
  return {
    mark: (actual, verdicts) => {
      const type = typeOf(actual);
      const had = atoms.had(actual);
      addRow(rows.untold, type * rows.width, places, verdicts.untold);
      for (const atom of had) addRow(rows.refused, atom * rows.width, places, verdicts.fails);
      for (let layer = 0; layer < rows.depth; layer += 1) markMissing(rows, type, layer, had, verdicts);
    },
  };

  // A rule fails if it requires an atom of this layer and finds none it accepts.
  function markMissing(
    { wanted, given, width, depth }: Rows,
    type: number,
    layer: number,
    had: readonly number[],
    { fails }: Verdicts,
  ): void {
    for (let place = 0; place < width; place += 1) {
      let missing = wanted[(type * depth + layer) * width + place] as number;
      for (const atom of had) missing &= ~(given[(atom * depth + layer) * width + place] as number);
      const word = places.words[place] as number;
      fails[word] = (fails[word] as number) | missing;
    }
  }
};

interface Rows {
  /** Words per row. */
  readonly width: number;
  /** Layers of literals. */
  readonly depth: number;
  /** By type: the rules with a literal that cannot decide such values. */
  readonly untold: RuleSet;
  /** By type and layer: the rules requiring some atom. */
  readonly wanted: RuleSet;
  /** By atom and layer: the rules satisfied by this atom. */
  readonly given: RuleSet;
  /** By atom: the rules that fail with it. */
  readonly refused: RuleSet;
}

const rowsOf = (literals: readonly Literal[], atoms: Atoms, { words, local }: Places): Rows => {
  const width = words.length;
  const depth = Math.max(0, ...literals.map(({ negated, layer }) => (negated ? 0 : layer + 1)));
  const rows = {
    width,
    depth,
    untold: new Uint32Array(VALUE_TYPES.length * width),
    wanted: new Uint32Array(VALUE_TYPES.length * depth * width),
    given: new Uint32Array(atoms.count * depth * width),
    refused: new Uint32Array(atoms.count * width),
  };
  for (const literal of literals) {
    const { negated, layer, types } = literal;
    const rule = local(literal.rule);
    VALUE_TYPES.forEach((name, type) => {
      if (!types.has(name)) addRule(rows.untold, rule, type * width);
      else if (!negated) addRule(rows.wanted, rule, (type * depth + layer) * width);
    });
    for (const atom of atoms.of(literal)) {
      if (negated) addRule(rows.refused, rule, atom * width);
      else addRule(rows.given, rule, (atom * depth + layer) * width);
    }
  }
  return rows;
};
