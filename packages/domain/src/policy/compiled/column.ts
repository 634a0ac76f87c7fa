import type { PolicyCondition } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';
import type { RuleSet } from './rule-set.js';

/** The conditions' verdict on a request so far: rules with a failing one, and rules with an undecided one. */
export interface Verdicts {
  readonly fails: RuleSet;
  readonly undecided: RuleSet;
}

/** Some of the conditions on one attribute, prepared so that a value yields their verdicts at once. */
export interface Column {
  /** Adds the verdicts on a value to those of other columns. */
  mark(actual: AttributeValue, verdicts: Verdicts): void;
  /** Roughly the memory it takes. */
  readonly bytes: number;
}

/** The rules' conditions on one attribute, by rule. */
export type RuleConditions<C extends PolicyCondition = PolicyCondition> = ReadonlyMap<number, readonly C[]>;
