import { compareText } from '../text-order.js';
import type { ConditionOperator, ConditionScalar, PolicyCondition } from './manifest.js';
import type { AttributeValue } from './policy-request.js';

/** Whether something holds. `undecidable`: the request does not say, or says it in another type than the manifest asks in. */
export type Verdict = 'holds' | 'fails' | 'undecidable';

const verdict = (holds: boolean): Verdict => (holds ? 'holds' : 'fails');

const opposite = (of: Verdict): Verdict => (of === 'undecidable' ? of : verdict(of === 'fails'));

/**
 * Whether a condition holds for a request's attributes. Types never convert: `eq`, `ne` and the orders need two values of the same
 * type, texts are ordered by code point; `in` needs an entry of the attribute's type; `contains` looks for an entry of a list or
 * a part of a text; `starts_with` needs texts. A negated operator is undecidable wherever the plain one is.
 *
 * @throws Error for an operator or operand that no valid manifest has.
 */
export const evaluateCondition = (
  condition: PolicyCondition,
  attributes: Readonly<Record<string, AttributeValue>>,
): Verdict => {
  const { attribute, operator, value } = condition;
  if (!Object.hasOwn(OPERATORS, operator)) throw new Error('not an operator');
  const actual = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined;
  if (actual === undefined || Number.isNaN(actual)) return 'undecidable';
  return OPERATORS[operator](actual, value);
};

type Operand = PolicyCondition['value'];
type Compare = (actual: AttributeValue, operand: Operand) => Verdict;

const equals: Compare = (actual, operand) =>
  typeof actual === 'object' || typeof actual !== typeof operand
    ? 'undecidable'
    : verdict(actual === operand);

const ordered =
  (holds: (order: number) => boolean): Compare =>
  (actual, operand) => {
    if (typeof actual === 'number' && typeof operand === 'number') return verdict(holds(actual - operand));
    if (typeof actual === 'string' && typeof operand === 'string')
      return verdict(holds(compareText(actual, operand)));
    return 'undecidable';
  };

const isIn: Compare = (actual, operand) => {
  const choices = listOperand(operand);
  if (typeof actual === 'object' || !choices.some((choice) => typeof choice === typeof actual))
    return 'undecidable';
  return verdict(choices.includes(actual));
};

const contains: Compare = (actual, operand) => {
  const part = textOperand(operand);
  return typeof actual === 'string' || Array.isArray(actual) ? verdict(actual.includes(part)) : 'undecidable';
};

const startsWith: Compare = (actual, operand) => {
  const start = textOperand(operand);
  return typeof actual === 'string' ? verdict(actual.startsWith(start)) : 'undecidable';
};

const not =
  (compare: Compare): Compare =>
  (actual, operand) =>
    opposite(compare(actual, operand));

const OPERATORS: Readonly<Record<ConditionOperator, Compare>> = {
  eq: equals,
  ne: not(equals),
  gt: ordered((order) => order > 0),
  lt: ordered((order) => order < 0),
  gte: ordered((order) => order >= 0),
  lte: ordered((order) => order <= 0),
  in: isIn,
  not_in: not(isIn),
  contains,
  not_contains: not(contains),
  starts_with: startsWith,
  not_starts_with: not(startsWith),
};

const listOperand = (operand: Operand): readonly ConditionScalar[] => {
  if (typeof operand !== 'object' || !Array.isArray(operand)) throw new Error('the operand is no list');
  return operand;
};

const textOperand = (operand: Operand): string => {
  if (typeof operand !== 'string') throw new Error('the operand is no text');
  return operand;
};
