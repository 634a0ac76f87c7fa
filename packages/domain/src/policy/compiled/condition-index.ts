import { ownAttribute } from '../evaluate-condition.js';
import type { PolicyCondition, PolicyRule } from '../manifest.js';
import { type Attributes, buildAttributeColumns } from './attribute-columns.js';
import { type PreparedCondition, prepareCondition } from './prepare-condition.js';
import {
  addRule,
  countShared,
  dropRule,
  listShared,
  type RuleSet,
  type RulesLeft,
  ruleSetOf,
  share,
} from './rule-set.js';

/** The verdict of rules' conditions on a request's attributes. */
export interface ConditionIndex {
  /** Removes candidates with a failing condition, and adds to `untold` those with an undecided one. */
  judge(attributes: Attributes, left: RulesLeft): void;
  readonly bytes: number;
}

/** Indexes the conditions of rules by attribute and value. Yields between attributes. */
export function* indexConditions(rules: readonly PolicyRule[]): Generator<undefined, ConditionIndex> {
  const prepared = rules.map(({ conditions }) => (conditions ?? []).map(prepareCondition));
  const conditional = ruleSetOf(rules.length, (rule) => (prepared[rule]?.length ?? 0) > 0);
  const searching = ruleSetOf(rules.length, (rule) => prepared[rule]?.some(searchesText) ?? false);
  const numbered = prepared.map((conditions, rule) => ({ rule, conditions }));
  const columns = yield* buildAttributeColumns(prepared);
  return {
    judge: (attributes, left) => {
      const { candidates } = left;
      const count = countShared(candidates, conditional);
      if (count === 0) return;
      // A column evaluates all rules at once, a rule only its few conditions: which is faster depends on the request. A text is
      // searched only by a column, in one pass.
      const names = Object.keys(attributes);
      if (count > 4 + 2 * names.length || share(candidates, searching))
        return addJudgement(columns.judge(attributes, names), left);
      for (const rule of listShared(candidates, conditional))
        judgeOne(numbered[rule] as PreparedRule, attributes, left);
    },
    bytes: columns.bytes,
  };
}

const searchesText = ({ operator }: PolicyCondition): boolean =>
  operator === 'contains' || operator === 'not_contains';

const addJudgement = (
  { fails, undecided: unreportedNow }: { readonly fails: RuleSet; readonly undecided: RuleSet },
  { candidates, undecided }: RulesLeft,
): void => {
  for (let word = 0; word < candidates.length; word += 1) {
    candidates[word] = (candidates[word] as number) & ~(fails[word] as number);
    undecided[word] = (undecided[word] as number) | (unreportedNow[word] as number);
  }
};

interface PreparedRule {
  readonly rule: number;
  readonly conditions: readonly PreparedCondition[];
}

const judgeOne = (
  { rule, conditions }: PreparedRule,
  attributes: Attributes,
  { candidates, undecided }: RulesLeft,
): void => {
  for (const condition of conditions) {
    const verdict = condition.judge(ownAttribute(attributes, condition.attribute));
    if (verdict === 'undecidable') addRule(undecided, rule);
    if (verdict !== 'fails') continue;
    dropRule(candidates, rule);
    break;
  }
};
