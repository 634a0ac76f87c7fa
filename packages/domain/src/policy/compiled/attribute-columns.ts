import { isTextList } from '../evaluate-condition.js';
import type { AttributeValue } from '../policy-request.js';
import type { Column, RuleConditions, Verdicts } from './column.js';
import { namedColumn } from './named-column.js';
import { orderedColumn } from './ordered-column.js';
import type { PreparedCondition } from './prepare-condition.js';
import { addRule, type RuleSet, wordsFor } from './rule-set.js';
import { dropRow, type WordColumns, wordColumns } from './sparse-rows.js';

export type Attributes = Readonly<Record<string, AttributeValue>>;

/** The conditions of many rules, evaluated attribute by attribute. */
export interface AttributeColumns {
  /** The verdict of all conditions on a request's attributes; the sets are scratch, valid until the next query. */
  judge(attributes: Attributes, names: readonly string[]): Verdicts;
  /** Roughly the memory they take. */
  readonly bytes: number;
}

/**
 * Arranges the conditions of rules in columns by attribute. Only attributes present in a request are evaluated, however many the rules
 * name: a rule is undecidable for lack of an attribute if some of its own remain after removing the present ones. To that end a rule's
 * attributes are numbered, with a set of the rules that have a first one, a second one and so on. Yields between attributes.
 */
export function* buildAttributeColumns(
  rules: readonly (readonly PreparedCondition[])[],
): Generator<undefined, AttributeColumns> {
  const words = wordsFor(rules.length);
  const wanted = wantedAttributes(rules);
  const columns = new Map<string, AttributeColumn>();
  let bytes = 0;
  for (const [name, uses] of wanted.byName) {
    yield;
    const column = yield* attributeColumn(uses);
    columns.set(name, column);
    bytes += column.bytes;
  }
  const verdicts = { fails: new Uint32Array(words), undecided: new Uint32Array(words) };
  const absent = new Uint32Array(words * wanted.depth);
  return {
    judge: (attributes, names) => {
      verdicts.fails.fill(0);
      verdicts.undecided.fill(0);
      absent.set(wanted.slots);
      for (const name of names) {
        const column = columns.get(name);
        const actual = attributes[name];
        if (column === undefined || !isJudgeable(actual)) continue;
        for (const { row, slot } of column.slots) dropRow(row, column.places, absent, slot * words);
        for (const part of column.parts) part.mark(actual, verdicts);
      }
      for (let row = 0; row < absent.length; row += words) addWhole(absent, row, verdicts.undecided);
      return verdicts;
    },
    bytes: bytes + 2 * absent.byteLength,
  };
}

const addWhole = (rows: RuleSet, row: number, into: RuleSet): void => {
  for (let word = 0; word < into.length; word += 1)
    into[word] = (into[word] as number) | (rows[row + word] as number);
};

// A value undecidable for any condition counts as absent.
const isJudgeable = (actual: AttributeValue | undefined): actual is AttributeValue =>
  actual !== undefined && (typeof actual === 'object' ? isTextList(actual) : !Number.isNaN(actual));

/** A rule's use of an attribute. */
interface Use {
  readonly rule: number;
  /** The attribute's number within the rule. */
  readonly slot: number;
  readonly conditions: PreparedCondition[];
}

const wantedAttributes = (rules: readonly (readonly PreparedCondition[])[]) => {
  const byName = new Map<string, Use[]>();
  const uses = rules.map((conditions, rule) => {
    const own = new Map<string, Use>();
    for (const condition of conditions) {
      const use = own.get(condition.attribute) ?? { rule, slot: own.size, conditions: [] };
      own.set(condition.attribute, use);
      use.conditions.push(condition);
    }
    for (const [name, use] of own) {
      const uses = byName.get(name) ?? [];
      byName.set(name, uses);
      uses.push(use);
    }
    return own.size;
  });
  const words = wordsFor(rules.length);
  const depth = Math.max(0, ...uses);
  const slots = new Uint32Array(words * depth);
  uses.forEach((count, rule) => {
    for (let slot = 0; slot < count; slot += 1) addRule(slots, rule, slot * words);
  });
  return { byName, depth, slots };
};

interface AttributeColumn {
  readonly places: WordColumns;
  /** The rules having this attribute in a slot. */
  readonly slots: readonly { readonly slot: number; readonly row: RuleSet }[];
  readonly parts: readonly Column[];
  readonly bytes: number;
}

const ORDERING: ReadonlySet<string> = new Set(['gt', 'lt', 'gte', 'lte']);

function* attributeColumn(uses: readonly Use[]): Generator<undefined, AttributeColumn> {
  const places = wordColumns(uses.map(({ rule }) => rule));
  const slots = new Map<number, RuleSet>();
  for (const { rule, slot } of uses) {
    const row = slots.get(slot) ?? new Uint32Array(places.words.length);
    slots.set(slot, row);
    addRule(row, places.local(rule));
  }
  const ordered = conditionsWhere(uses, ({ operator }) => ORDERING.has(operator));
  const named = conditionsWhere(uses, ({ operator }) => !ORDERING.has(operator));
  const parts = [
    ...(named.size > 0 ? [yield* namedColumn(named, places)] : []),
    ...(ordered.size > 0 ? [orderedColumn(ordered, places)] : []),
  ];
  return {
    places,
    slots: [...slots].map(([slot, row]) => ({ slot, row })),
    parts,
    bytes: parts.reduce((sum, part) => sum + part.bytes, slots.size * places.words.length * 4),
  };
}

const conditionsWhere = (
  uses: readonly Use[],
  test: (condition: PreparedCondition) => boolean,
): RuleConditions<PreparedCondition> =>
  new Map(
    uses.flatMap(({ rule, conditions }) => {
      const chosen = conditions.filter(test);
      return chosen.length > 0 ? [[rule, chosen] as const] : [];
    }),
  );
