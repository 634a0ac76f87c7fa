import type { PolicyCondition } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';
import type { RuleSet } from './rule-set.js';

/** What conditions say of a request so far: the rules with one that fails, and those with one that is undecided. */
export interface Verdicts {
  readonly fails: RuleSet;
  readonly untold: RuleSet;
}

/** Some of the conditions on one attribute, made so that a value finds at once what they say of it. */
export interface Column {
  /** Adds the verdicts on a value to those of other columns. */
  mark(actual: AttributeValue, verdicts: Verdicts): void;
}

/** The conditions of the rules on one attribute, by rule. */
export type RuleConditions<C extends PolicyCondition = PolicyCondition> = ReadonlyMap<number, readonly C[]>;
