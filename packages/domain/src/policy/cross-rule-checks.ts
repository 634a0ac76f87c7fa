import {
  ANY,
  type ConditionScalar,
  type PolicyCondition,
  type PolicyEffect,
  type PolicyRule,
} from './manifest.js';
import { ownMember } from './manifest-checks.js';
import type { FindingLog } from './manifest-finding.js';
import { targetLists } from './target-lists.js';

/** Reports every rule whose id an earlier rule has. */
export const duplicateRuleIds = (rules: readonly unknown[], log: FindingLog): void => {
  const seen = new Set<string>();
  rules.forEach((rule, i) => {
    const ruleId = ownMember(rule, 'rule_id');
    if (typeof ruleId !== 'string') return;
    if (seen.has(ruleId)) log.add('duplicate_rule_id', `/rules/${i}/rule_id`);
    seen.add(ruleId);
  });
};

const SUBJECT_LISTS = ['agents', 'client_surfaces', 'groups', 'users'];

/**
 * Reports the empty lists of enabled rules: they match nothing, which nobody intends by writing a rule. A disabled rule is off on purpose.
 * A rule overruled by others is no finding: in an emergency, a deny for everything must be publishable.
 */
export const unreachableRules = (rules: readonly unknown[], log: FindingLog): void => {
  rules.forEach((rule, i) => {
    if (ownMember(rule, 'enabled') === false) return;
    emptyLists(ownMember(rule, 'subjects'), SUBJECT_LISTS, `/rules/${i}/subjects`, log);
    emptyLists(ownMember(rule, 'targets'), targetLists(), `/rules/${i}/targets`, log);
    emptyLists(rule, ['actions'], `/rules/${i}`, log);
  });
};

/**
 * Reports each enabled rule that matches exactly the requests of an earlier one but has another effect: one of the two can never take
 * effect, so one is a mistake. Rules that merely overlap are the normal use of "deny overrides". For rules of a valid format.
 */
export const conflictingRules = (rules: readonly PolicyRule[], log: FindingLog): void => {
  const effects = new Map<string, PolicyEffect>();
  rules.forEach((rule, i) => {
    if (rule.enabled === false) return;
    const matches = matchKey(rule);
    const effect = effects.get(matches);
    if (effect === undefined) effects.set(matches, rule.effect);
    else if (effect !== rule.effect) log.add('conflicting_rule', `/rules/${i}/effect`);
  });
};

// Equal keys mean equal match sets: order and repetition of entries do not count. Identifiers and actions contain none of the separators;
// servers name what they offer, so targets are quoted, and conditions come last.
const matchKey = ({ subjects, targets, actions, conditions }: PolicyRule): string => {
  const who = `${anyKey(subjects.agents)};${anyKey(subjects.client_surfaces)};${anyKey(subjects.groups)};${anyKey(subjects.users)}`;
  const what = targetLists()
    .map((list) => listKey(targets[list]?.map((name) => (name === ANY ? name : JSON.stringify(name)))))
    .join(';');
  return `${who};${what};${targets.max_risk_tier ?? ''};${anyKey(actions)};${conditionKeys(conditions)}`;
};

// For subjects and actions "*" equals no list. For targets it also determines the family of targets.
const anyKey = (list: readonly string[] | undefined): string => (list === undefined ? ANY : listKey(list));

const listKey = (list: readonly string[] | undefined): string => {
  if (list === undefined) return '-';
  if (list.includes(ANY)) return ANY;
  return list.length === 1 ? `${list[0]}` : sortedSet(list).join(',');
};

const conditionKeys = (conditions: PolicyRule['conditions'] = []): string =>
  sortedSet(conditions.map(conditionKey)).join(';');

const conditionKey = ({ attribute, operator, value }: PolicyCondition): string =>
  `${attribute} ${operator} ${typeof value === 'object' ? sortedSet(value.map(scalarKey)).join(',') : scalarKey(value)}`;

// Quoted, as a text may contain any separator, and so that a number differs from its text.
const scalarKey = (value: ConditionScalar): string =>
  typeof value === 'string' ? JSON.stringify(value) : String(value);

const sortedSet = (texts: readonly string[]): readonly string[] =>
  texts.length < 2 ? texts : [...new Set(texts)].sort();

const emptyLists = (owner: unknown, lists: readonly string[], path: string, log: FindingLog): void => {
  for (const list of lists) {
    const value = ownMember(owner, list);
    if (Array.isArray(value) && value.length === 0) log.add('unreachable_rule', `${path}/${list}`);
  }
};
