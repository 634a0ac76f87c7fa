import { judgeValue, type Verdict } from '../evaluate-condition.js';
import type { ConditionScalar, PolicyCondition } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';

/** A requirement on an attribute: that a condition on it yields one of certain verdicts. */
export interface AttributeLiteral {
  readonly condition: PolicyCondition;
  readonly allowed: readonly Verdict[];
}

/** A value of an attribute satisfying all requirements. */
export type AttributeSolution =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: AttributeValue }
  /** There is none. */
  | { readonly kind: 'none' }
  /** The search was abandoned. */
  | { readonly kind: 'limit' };

/** Whether all conditions yield the required verdicts for a value; undefined stands for an absent attribute. */
export const satisfies = (
  literals: readonly AttributeLiteral[],
  value: AttributeValue | undefined,
): boolean => literals.every(({ condition, allowed }) => allowed.includes(judgeValue(condition, value)));

/** The values named by a condition. */
export const operandsOf = ({ condition: { value } }: AttributeLiteral): readonly ConditionScalar[] =>
  typeof value === 'object' ? value : [value];
