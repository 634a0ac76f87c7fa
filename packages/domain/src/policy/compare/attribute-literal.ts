import { judgeValue, type Verdict } from '../evaluate-condition.js';
import type { ConditionScalar, PolicyCondition } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';

/** What is asked of one attribute: that a condition on it comes to one of some verdicts. */
export interface AttributeLiteral {
  readonly condition: PolicyCondition;
  readonly allowed: readonly Verdict[];
}

/** A value of an attribute that satisfies all that is asked of it. */
export type AttributeSolution =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  /** There is none. */
  | { readonly kind: 'none' }
  /** The search for one was given up. */
  | { readonly kind: 'limit' };

/** Whether all conditions say of a value what is asked; undefined stands for an attribute that is not there. */
export const satisfies = (
  literals: readonly AttributeLiteral[],
  value: AttributeValue | undefined,
): boolean => literals.every(({ condition, allowed }) => allowed.includes(judgeValue(condition, value)));

/** The values that a condition names. */
export const operandsOf = ({ condition: { value } }: AttributeLiteral): readonly ConditionScalar[] =>
  typeof value === 'object' ? value : [value];
