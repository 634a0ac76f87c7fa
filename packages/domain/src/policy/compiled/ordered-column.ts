import { compareText } from '../../text-order.js';
import type { Verdict } from '../evaluate-condition.js';
import type { AttributeValue } from '../policy-request.js';
import type { Column, RuleConditions, Verdicts } from './column.js';
import { judgeAll, type PreparedCondition } from './prepare-condition.js';
import { addRule, dropRule } from './rule-set.js';
import { addRow, type WordColumns } from './sparse-rows.js';

/**
 * The conditions that order values: `gt`, `lt`, `gte`, `lte`. The values they name split the numbers, and the texts, into regions of
 * equivalent values; a value's region is found by bisection.
 */
export const orderedColumn = (conditions: RuleConditions<PreparedCondition>, places: WordColumns): Column => {
  const numbers = cutLine(conditions, places, NUMBERS);
  const texts = cutLine(conditions, places, TEXTS);
  const all = new Uint32Array(places.words.length);
  for (const rule of conditions.keys()) addRule(all, places.local(rule));
  return {
    mark: (actual, verdicts) => {
      if (typeof actual === 'number') numbers.mark(actual, verdicts);
      else if (typeof actual === 'string') texts.mark(actual, verdicts);
      else addRow(all, 0, places, verdicts.undecided);
    },
    bytes: numbers.bytes + texts.bytes,
  };
};

interface Line<T extends string | number> {
  readonly isOn: (value: unknown) => value is T;
  readonly compare: (a: T, b: T) => number;
  /** No value lies before it. */
  readonly least: T;
  /** A value after one and, if there is a next one, before that, or that itself if there is none in between. */
  readonly between: (value: T, next: T | undefined) => T;
}

const NUMBERS: Line<number> = {
  isOn: (value): value is number => typeof value === 'number',
  compare: (a, b) => a - b,
  least: Number.NEGATIVE_INFINITY,
  between: (value, next = Number.POSITIVE_INFINITY) => {
    const middle = value / 2 + next / 2;
    return middle > value ? middle : next;
  },
};

const TEXTS: Line<string> = {
  isOn: (value): value is string => typeof value === 'string',
  compare: compareText,
  least: '',
  between: (value) => `${value}\0`,
};

interface CutLine<T> {
  mark(actual: T, verdicts: Verdicts): void;
  readonly bytes: number;
}

/** Splits a line at the values named by conditions: regions 0, 2, 4 ... lie around the cuts, regions 1, 3, 5 ... are the cuts. */
const cutLine = <T extends string | number>(
  conditions: RuleConditions<PreparedCondition>,
  places: WordColumns,
  line: Line<T>,
): CutLine<T> => {
  const width = places.words.length;
  const mentions = mentionsOn(conditions, line);
  const cuts = [...mentions.keys()].sort(line.compare);
  const regions = regionRows(width, 2 * cuts.length + 1);
  const note = (rules: Iterable<number>, value: T & AttributeValue, region: number): void => {
    for (const rule of rules)
      regions.note(places.local(rule), judgeAll(conditions.get(rule) ?? [], value), region);
  };
  note(conditions.keys(), line.least, 0);
  // Between adjacent regions only rules naming the cut change their verdict.
  cuts.forEach((value, place) => {
    const rules = mentions.get(value) ?? [];
    regions.repeat(2 * place + 1);
    note(rules, value, 2 * place + 1);
    regions.repeat(2 * place + 2);
    note(rules, line.between(value, cuts[place + 1]), 2 * place + 2);
  });
  return {
    mark: (actual, verdicts) => {
      const row = regionOf(cuts, actual, line) * width;
      addRow(regions.fails, row, places, verdicts.fails);
      addRow(regions.undecided, row, places, verdicts.undecided);
    },
    bytes: 2 * regions.fails.byteLength,
  };
};

const mentionsOn = <T extends string | number>(
  conditions: RuleConditions,
  line: Line<T>,
): ReadonlyMap<T, ReadonlySet<number>> => {
  const mentions = new Map<T, Set<number>>();
  for (const [rule, own] of conditions)
    for (const { value } of own)
      if (line.isOn(value)) mentions.set(value, (mentions.get(value) ?? new Set<number>()).add(rule));
  return mentions;
};

const regionRows = (width: number, regions: number) => {
  const fails = new Uint32Array(width * regions);
  const undecided = new Uint32Array(width * regions);
  return {
    fails,
    undecided,
    note: (rule: number, verdict: Verdict, region: number): void => {
      (verdict === 'fails' ? addRule : dropRule)(fails, rule, region * width);
      (verdict === 'undecidable' ? addRule : dropRule)(undecided, rule, region * width);
    },
    /** Starts a region as a copy of the previous one. */
    repeat: (region: number): void => {
      for (const rows of [fails, undecided])
        rows.copyWithin(region * width, (region - 1) * width, region * width);
    },
  };
};

const regionOf = <T extends string | number>(cuts: readonly T[], actual: T, { compare }: Line<T>): number => {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(cuts[middle] as T, actual) < 0) low = middle + 1;
    else high = middle;
  }
  return low < cuts.length && compare(cuts[low] as T, actual) === 0 ? 2 * low + 1 : 2 * low;
};
