import { judgeValue, type Verdict } from '../evaluate-condition.js';
import type { PolicyCondition } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';

/** A frequently evaluated condition. */
export interface PreparedCondition extends PolicyCondition {
  judge(actual: AttributeValue | undefined): Verdict;
}

/** Above this many choices a set is faster than a linear search. */
const FEW = 8;

/** Prepares a condition; its verdict equals that of `judgeValue`. */
export const prepareCondition = (condition: PolicyCondition): PreparedCondition => {
  const { operator, value } = condition;
  if (typeof value !== 'object' || value.length <= FEW)
    return { ...condition, judge: (actual) => judgeValue(condition, actual) };
  const choices = new Set<unknown>(value);
  const types = new Set(value.map((choice) => typeof choice as string));
  const [within, beyond]: Verdict[] = operator === 'in' ? ['holds', 'fails'] : ['fails', 'holds'];
  const judge = (actual: AttributeValue | undefined): Verdict => {
    if (!types.has(typeof actual) || Number.isNaN(actual)) return 'undecidable';
    return (choices.has(actual) ? within : beyond) as Verdict;
  };
  return { ...condition, judge };
};

/** The verdict of several conditions that must all hold: a failing one settles it. */
export const judgeAll = (
  conditions: readonly PreparedCondition[],
  actual: AttributeValue | undefined,
): Verdict => {
  let verdict: Verdict = 'holds';
  for (const condition of conditions) {
    const one = condition.judge(actual);
    if (one === 'fails') return one;
    if (one === 'undecidable') verdict = one;
  }
  return verdict;
};
