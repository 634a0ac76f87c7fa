import type { ConditionOperator, ConditionScalar } from '../manifest.js';
import { type AttributeLiteral, operandsOf } from './attribute-literal.js';

export type PlainOperator = 'eq' | 'in' | 'contains' | 'starts_with' | 'gt' | 'lt' | 'gte' | 'lte';

/** That a condition with a plain operator holds for a value, or that it does not. */
export interface Demand<T extends ConditionScalar> {
  readonly operator: PlainOperator;
  readonly operands: readonly T[];
  readonly wanted: boolean;
}

const PLAIN: Readonly<Partial<Record<ConditionOperator, PlainOperator>>> = {
  ne: 'eq',
  not_in: 'in',
  not_contains: 'contains',
  not_starts_with: 'starts_with',
};

/** The combined requirements of literals on values of one type, given by its operands; undefined if no value satisfies them. */
export const demandsOn = <T extends ConditionScalar>(
  literals: readonly AttributeLiteral[],
  isOperand: (value: ConditionScalar) => value is T,
): readonly Demand<T>[] | undefined => {
  const demands: Demand<T>[] = [];
  for (const literal of literals) {
    const demand = demandOf(literal, operandsOf(literal).filter(isOperand));
    if (demand === 'impossible') return undefined;
    if (demand !== 'anything') demands.push(demand);
  }
  return demands;
};

/** The only possible values: those of a required `eq` or `in`; undefined without such a requirement. */
export const wholesIn = <T extends ConditionScalar>(
  demands: readonly Demand<T>[],
): readonly T[] | undefined =>
  demands.find(({ operator, wanted }) => wanted && (operator === 'eq' || operator === 'in'))?.operands;

/** The excluded values. */
export const unwantedIn = <T extends ConditionScalar>(demands: readonly Demand<T>[]): readonly T[] =>
  demands.flatMap(({ operator, wanted, operands }) =>
    !wanted && (operator === 'eq' || operator === 'in') ? operands : [],
  );

/** The bounds of an order, the tightest on either side. */
export interface Bounds<T> {
  readonly low: { readonly value: T; readonly isIn: boolean } | undefined;
  readonly high: { readonly value: T; readonly isIn: boolean } | undefined;
}

/** Whether an operator orders values. */
export const isOrder = (operator: ConditionOperator): boolean => Object.hasOwn(ORDERS, operator);

const ORDERS: Readonly<Partial<Record<PlainOperator, { readonly isLow: boolean; readonly isIn: boolean }>>> =
  {
    gt: { isLow: true, isIn: false },
    gte: { isLow: true, isIn: true },
    lt: { isLow: false, isIn: false },
    lte: { isLow: false, isIn: true },
  };

/** The intersection of all required orders. */
export const boundsIn = <T extends ConditionScalar>(
  demands: readonly Demand<T>[],
  compare: (a: T, b: T) => number,
): Bounds<T> => {
  const bounds: { -readonly [K in keyof Bounds<T>]: Bounds<T>[K] } = { low: undefined, high: undefined };
  for (const { operator, operands, wanted } of demands) {
    const order = ORDERS[operator];
    const value = operands[0];
    if (order === undefined || value === undefined) continue;
    // Not greater means less or equal.
    const side = order.isLow === wanted ? 'low' : 'high';
    const isIn = order.isIn === wanted;
    const known = bounds[side];
    const by = known === undefined ? 1 : compare(value, known.value) * (side === 'low' ? 1 : -1);
    if (by > 0 || (by === 0 && !isIn)) bounds[side] = { value, isIn };
  }
  return bounds;
};

const demandOf = <T extends ConditionScalar>(
  { condition: { operator }, allowed }: AttributeLiteral,
  operands: readonly T[],
): Demand<T> | 'anything' | 'impossible' => {
  if (operands.length === 0) return allowed.includes('undecidable') ? 'anything' : 'impossible';
  const [mayHold, mayFail] = [allowed.includes('holds'), allowed.includes('fails')];
  if (mayHold === mayFail) return mayHold ? 'anything' : 'impossible';
  const plain = PLAIN[operator];
  return plain === undefined
    ? { operator: operator as PlainOperator, operands, wanted: mayHold }
    : { operator: plain, operands, wanted: mayFail };
};
