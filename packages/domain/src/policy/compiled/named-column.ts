import type { Column, RuleConditions } from './column.js';
import { type Atoms, type Literal, literalsOf, nameAtoms, typeOf, VALUE_TYPES } from './named-atoms.js';
import { addRule, type RuleSet } from './rule-set.js';
import { addRow, type WordColumns } from './sparse-rows.js';
import { addSet, bitOf, buildSparseSets, bytesOfSets, dropSet, type SparseSets } from './sparse-sets.js';

/**
 * The conditions that name values or parts of texts: `eq`, `in`, `contains`, `starts_with` and their opposites. Each named thing is an atom
 * that a value has or lacks; a value has few of them, and they are found without examining the others.
 */
export function* namedColumn(conditions: RuleConditions, places: WordColumns): Generator<undefined, Column> {
  const literals = [...conditions].flatMap(([rule, own]) => literalsOf(rule, own));
  yield;
  const atoms = nameAtoms(literals);
  yield;
  const { width, depth, undecided, wanted, given, refused } = rowsOf(literals, atoms, places);
  const missing = new Uint32Array(depth * width);
  return {
    mark: (actual, verdicts) => {
      const type = typeOf(actual);
      const had = atoms.had(actual);
      addRow(undecided, type * width, places, verdicts.undecided);
      for (const atom of had) addSet(refused, atom, places.words, verdicts.fails);
      // A rule fails if in some layer it requires an atom and finds none it accepts.
      for (let word = 0; word < missing.length; word += 1)
        missing[word] = wanted[type * missing.length + word] as number;
      for (const atom of had) dropSet(given, atom, missing);
      for (let layer = 0; layer < depth; layer += 1) addRow(missing, layer * width, places, verdicts.fails);
    },
    bytes: atoms.bytes + bytesOfSets(given) + bytesOfSets(refused) + wanted.byteLength,
  };
}

interface Rows {
  /** Words per row. */
  readonly width: number;
  /** Layers of literals. */
  readonly depth: number;
  /** By type: the rules with a literal that cannot decide such values. */
  readonly undecided: RuleSet;
  /** By type and layer: the rules requiring some atom. */
  readonly wanted: RuleSet;
  /** By atom: the rules satisfied by it, in a row for each layer. */
  readonly given: SparseSets;
  /** By atom: the rules that fail with it. */
  readonly refused: SparseSets;
}

const rowsOf = (literals: readonly Literal[], atoms: Atoms, { words, local }: WordColumns): Rows => {
  const width = words.length;
  const depth = Math.max(0, ...literals.map(({ negated, layer }) => (negated ? 0 : layer + 1)));
  const undecided = new Uint32Array(VALUE_TYPES.length * width);
  const wanted = new Uint32Array(VALUE_TYPES.length * depth * width);
  const [given, refused]: [number[], number[]] = [[], []];
  for (const literal of literals) {
    const { negated, layer, types } = literal;
    const rule = local(literal.rule);
    VALUE_TYPES.forEach((name, type) => {
      if (!types.has(name)) addRule(undecided, rule, type * width);
      else if (!negated) addRule(wanted, rule, (type * depth + layer) * width);
    });
    for (const atom of atoms.of(literal)) {
      if (negated) refused.push(bitOf(atom, rule));
      else given.push(bitOf(atom, layer * width * 32 + rule));
    }
  }
  return {
    width,
    depth,
    undecided,
    wanted,
    given: buildSparseSets(atoms.count, given),
    refused: buildSparseSets(atoms.count, refused),
  };
};
