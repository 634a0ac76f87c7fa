import { compareText } from '../text-order.js';
import { ANY } from './manifest.js';
import { isObject, ownMember } from './manifest-checks.js';
import type { FindingLog } from './manifest-finding.js';

/** Notes every rule whose id an earlier rule has. */
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
const TARGET_LISTS = ['server_ids', 'tool_ids', 'api_source_ids', 'operation_ids'];

/**
 * Notes the empty lists of enabled rules: they match nothing, which nobody means by writing a rule. A disabled rule is off on
 * purpose. A rule that others overrule is no finding: whoever adds a deny for everything in an emergency must be able to publish it.
 */
export const unreachableRules = (rules: readonly unknown[], log: FindingLog): void => {
  rules.forEach((rule, i) => {
    if (ownMember(rule, 'enabled') === false) return;
    emptyLists(ownMember(rule, 'subjects'), SUBJECT_LISTS, `/rules/${i}/subjects`, log);
    emptyLists(ownMember(rule, 'targets'), TARGET_LISTS, `/rules/${i}/targets`, log);
    emptyLists(rule, ['actions'], `/rules/${i}`, log);
  });
};

const emptyLists = (owner: unknown, lists: readonly string[], path: string, log: FindingLog): void => {
  for (const list of lists) {
    const value = ownMember(owner, list);
    if (Array.isArray(value) && value.length === 0) log.add('unreachable_rule', `${path}/${list}`);
  }
};

/**
 * Notes each enabled rule that matches exactly the requests of an earlier one but has another effect: one of the two can never
 * take effect, so one is a mistake. Rules that merely overlap are the normal use of "deny overrides".
 */
export const conflictingRules = (rules: readonly unknown[], log: FindingLog): void => {
  const effects = new Map<string, string>();
  rules.forEach((rule, i) => {
    const effect = ownMember(rule, 'effect');
    if (!isObject(rule) || typeof effect !== 'string' || ownMember(rule, 'enabled') === false) return;
    const matches = matchKey(rule);
    if (!effects.has(matches)) effects.set(matches, effect);
    else if (effects.get(matches) !== effect) log.add('conflicting_rule', `/rules/${i}/effect`);
  });
};

// Equal keys mean equal match sets: entry order and repeated entries do not count, "*" is as good as no list of subjects or actions.
const matchKey = (rule: Record<string, unknown>): string => {
  const subjects = ownMember(rule, 'subjects');
  const targets = ownMember(rule, 'targets');
  return JSON.stringify([
    SUBJECT_LISTS.map((list) => listKey(ownMember(subjects, list)) ?? null),
    TARGET_LISTS.map((list) => listKey(ownMember(targets, list)) ?? namesList(targets, list)),
    ownMember(targets, 'max_risk_tier') ?? null,
    listKey(ownMember(rule, 'actions')) ?? null,
    conditionKeys(ownMember(rule, 'conditions')),
  ]);
};

// A list of targets with "*" says which family of targets is meant, so it is not the same as none.
const namesList = (targets: unknown, list: string): boolean => ownMember(targets, list) !== undefined;

const listKey = (list: unknown): unknown => {
  if (!Array.isArray(list)) return list;
  return list.includes(ANY) ? undefined : sortedSet(list.map((entry) => JSON.stringify(entry) ?? ''));
};

const conditionKeys = (conditions: unknown): unknown => {
  if (!Array.isArray(conditions)) return conditions === undefined ? [] : conditions;
  return sortedSet(conditions.map(conditionKey));
};

const conditionKey = (condition: unknown): string => {
  const value = ownMember(condition, 'value');
  const operand = Array.isArray(value) ? listKey(value) : value;
  return JSON.stringify([
    ownMember(condition, 'attribute'),
    ownMember(condition, 'operator'),
    operand ?? null,
  ]);
};

const sortedSet = (texts: readonly string[]): string[] => [...new Set(texts)].sort(compareText);
