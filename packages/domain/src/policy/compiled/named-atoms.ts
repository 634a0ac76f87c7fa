import type { ConditionOperator, ConditionScalar, PolicyCondition } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';
import { buildTextAutomaton } from './text-automaton.js';

/** The types of values that conditions distinguish, numbered. */
export const VALUE_TYPES = ['string', 'number', 'boolean', 'list'] as const;
type ValueType = (typeof VALUE_TYPES)[number];

/** The type of a value. */
export const typeOf = (actual: AttributeValue): number => {
  if (typeof actual === 'string') return 0;
  if (typeof actual === 'number') return 1;
  return typeof actual === 'boolean' ? 2 : 3;
};

type MatchPart = 'whole' | 'start' | 'anywhere';

/** A condition naming things that a value has or lacks. */
export interface Literal {
  readonly rule: number;
  /** It holds if a value has none of the named things. */
  readonly negated: boolean;
  /** Its number among the rule's non-negated ones: a rule requires something of each of these. */
  readonly layer: number;
  readonly place: MatchPart;
  readonly named: readonly ConditionScalar[];
  /** The types of values it can decide. */
  readonly types: ReadonlySet<ValueType>;
}

const PLACES: Readonly<Partial<Record<ConditionOperator, MatchPart>>> = {
  starts_with: 'start',
  not_starts_with: 'start',
  contains: 'anywhere',
  not_contains: 'anywhere',
};

const NEGATED: ReadonlySet<ConditionOperator> = new Set(['ne', 'not_in', 'not_contains', 'not_starts_with']);

const TYPES_OF_PARTS = {
  start: new Set<ValueType>(['string']),
  anywhere: new Set<ValueType>(['string', 'list']),
};

/** The literals of one rule. */
export const literalsOf = (rule: number, conditions: readonly PolicyCondition[]): readonly Literal[] => {
  let layer = -1;
  return conditions.map(({ operator, value }) => {
    const place = PLACES[operator] ?? 'whole';
    const negated = NEGATED.has(operator);
    const named = typeof value === 'object' ? value : [value];
    const types =
      place === 'whole' ? new Set(named.map((one) => typeof one as ValueType)) : TYPES_OF_PARTS[place];
    if (!negated) layer += 1;
    return { rule, negated, layer: negated ? 0 : layer, place, named, types };
  });
};

/** The things named by literals, numbered. */
export interface Atoms {
  readonly count: number;
  of(literal: Literal): readonly number[];
  /** The atoms of a value. */
  had(actual: AttributeValue): readonly number[];
  readonly bytes: number;
}

/** Numbers everything that some literals name. */
export const nameAtoms = (literals: readonly Literal[]): Atoms => {
  const numbers = { whole: new Map(), start: new Map(), anywhere: new Map() } as Record<
    MatchPart,
    Map<ConditionScalar, readonly [number]>
  >;
  let count = 0;
  for (const { place, named } of literals)
    for (const one of named) {
      if (numbers[place].has(one)) continue;
      numbers[place].set(one, [count]);
      count += 1;
    }
  const { whole, anywhere } = numbers;
  const automaton = buildTextAutomaton(textsOf(numbers.start), textsOf(anywhere));
  return {
    count,
    of: ({ place, named }) => named.flatMap((one) => numbers[place].get(one) ?? []),
    had: (actual) => {
      if (typeof actual === 'object') return actual.flatMap((entry) => anywhere.get(entry) ?? []);
      const number = whole.get(actual) ?? NONE;
      return typeof actual === 'string' ? automaton.find(actual, number) : number;
    },
    bytes: automaton.bytes + count * BYTES_PER_ATOM,
  };
};

const NONE: readonly number[] = [];

/** A key of a map with its list of one number. */
const BYTES_PER_ATOM = 100;

const textsOf = (numbers: ReadonlyMap<ConditionScalar, readonly [number]>): ReadonlyMap<string, number> =>
  new Map([...numbers].map(([text, [number]]) => [String(text), number]));
