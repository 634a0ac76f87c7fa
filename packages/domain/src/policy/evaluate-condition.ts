import { hasPart } from '../has-part.js';
import { compareText } from '../text-order.js';
import { assertDecidableCondition } from './assert-decidable.js';
import type { ConditionOperator, ConditionScalar, PolicyCondition } from './manifest.js';
import type { AttributeValue } from './policy-request.js';

/** Whether something holds. `undecidable`: the request lacks the value, or has one of another type than the manifest requires. */
export type Verdict = 'holds' | 'fails' | 'undecidable';

const verdict = (holds: boolean): Verdict => (holds ? 'holds' : 'fails');

const opposite = (of: Verdict): Verdict => (of === 'undecidable' ? of : verdict(of === 'fails'));

/**
 * Whether a condition holds for a request's attributes. Types never convert: `eq`, `ne` and the orders require two values of the same type,
 * texts are ordered by code point; `in` requires an entry of the attribute's type; `contains` looks for an entry of a list of texts or a
 * part of a text; `starts_with` requires texts. A negated operator is undecidable wherever the plain one is. Objects, null, NaN and lists
 * of anything but texts are undecidable for every condition.
 * @public For evaluators of one's own.
 * @throws Error for an operator or operand that no valid manifest has.
 */
export const evaluateCondition = (
  condition: PolicyCondition,
  attributes: Readonly<Record<string, AttributeValue>>,
): Verdict => {
  assertDecidableCondition(condition);
  return judgeCondition(condition, attributes);
};

/** The same, for a condition known to be valid. */
export const judgeCondition = (
  condition: PolicyCondition,
  attributes: Readonly<Record<string, AttributeValue>>,
): Verdict => judgeValue(condition, ownAttribute(attributes, condition.attribute));

/** A request's own attribute; inherited ones are never seen. */
export const ownAttribute = (
  attributes: Readonly<Record<string, AttributeValue>>,
  name: string,
): AttributeValue | undefined => (Object.hasOwn(attributes, name) ? attributes[name] : undefined);

/** Whether a valid condition holds for a value of its attribute, undefined if absent. */
export const judgeValue = (
  { operator, value }: Omit<PolicyCondition, 'attribute'>,
  actual: AttributeValue | undefined,
): Verdict =>
  actual === undefined || Number.isNaN(actual) ? 'undecidable' : OPERATORS[operator](actual, value);

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
  const choices = operand as readonly ConditionScalar[];
  if (typeof actual === 'object' || !choices.some((choice) => typeof choice === typeof actual))
    return 'undecidable';
  return verdict(choices.includes(actual));
};

const contains: Compare = (actual, operand) =>
  typeof actual === 'string' || isTextList(actual) ? verdict(has(actual, operand as string)) : 'undecidable';

// The engine's own search may take as many steps as the product of both lengths.
const has = (actual: string | readonly string[], part: string): boolean =>
  typeof actual === 'string' && actual.length * part.length > SHORT
    ? hasPart(actual, part)
    : actual.includes(part);

const SHORT = 4096;

/** Whether a value is a list that conditions can examine. */
export const isTextList = (actual: AttributeValue): actual is readonly string[] =>
  Array.isArray(actual) && actual.every((entry) => typeof entry === 'string');

const startsWith: Compare = (actual, operand) =>
  typeof actual === 'string' ? verdict(actual.startsWith(operand as string)) : 'undecidable';

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
