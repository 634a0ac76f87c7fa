import { judgeCondition, type Verdict } from './evaluate-condition.js';
import {
  ANY,
  type PolicyEffect,
  type PolicyRule,
  type PolicyTargets,
  RISK_TIERS,
  type RiskTier,
} from './manifest.js';
import { isListed } from './named-ids.js';
import type { PolicyRequest } from './policy-request.js';
import { isAbout, TARGETS, typeOfTarget } from './target-lists.js';

/** The part at which matching a rule ended. */
export type MatchPart = 'disabled' | 'subjects' | 'targets' | 'actions' | 'condition';

/** How one rule matched a request: a line of the trace that explains a decision. */
export interface RuleTrace {
  readonly ruleId: string;
  readonly effect: PolicyEffect;
  /** `undecidable`: everything decidable matches, but something cannot be decided. Such a rule can only restrict. */
  readonly outcome: 'matched' | 'not_matched' | 'undecidable';
  /** The first part that did not match or could not be decided; null for a match. */
  readonly because: MatchPart | null;
  /** Which condition, from 0, where `because` is `condition`. */
  readonly condition: number | null;
}

/** Matches one rule against a request, both valid for `evaluatePolicy`. */
export const matchRule = (rule: PolicyRule, request: PolicyRequest): RuleTrace => {
  if (rule.enabled === false) return trace(rule, 'not_matched', 'disabled');
  if (!subjectsMatch(rule, request)) return trace(rule, 'not_matched', 'subjects');
  const target = targetVerdict(rule.targets, request);
  if (target === 'fails') return trace(rule, 'not_matched', 'targets');
  if (!listMatches(rule.actions, [request.action])) return trace(rule, 'not_matched', 'actions');
  return conditionsTrace(rule, request, target);
};

const trace = (
  rule: PolicyRule,
  outcome: RuleTrace['outcome'],
  because: MatchPart | null,
  condition: number | null = null,
): RuleTrace => ({ ruleId: rule.rule_id, effect: rule.effect, outcome, because, condition });

const subjectsMatch = ({ subjects }: PolicyRule, request: PolicyRequest): boolean =>
  listMatches(subjects.agents, [request.agentId]) &&
  listMatches(subjects.client_surfaces, [request.clientSurfaceId]) &&
  listMatches(subjects.users, [request.userId]) &&
  listMatches(subjects.groups, request.groups ?? []);

const isIncluded = (list: readonly string[], id: string): boolean => list.includes(id);

const listMatches = (
  list: readonly string[] | undefined,
  ids: readonly (string | undefined)[],
  has = isIncluded,
): boolean => list === undefined || list.includes(ANY) || ids.some((id) => id !== undefined && has(list, id));

// The tier comes last: whether a rule concerns a server does not depend on the risk of its tools.
const targetVerdict = (targets: PolicyTargets, request: PolicyRequest): Verdict => {
  if (!targetMatches(targets, request)) return 'fails';
  return targets.max_risk_tier === undefined ? 'holds' : tierVerdict(targets.max_risk_tier, request.riskTier);
};

const targetMatches = (targets: PolicyTargets, request: PolicyRequest): boolean => {
  const type = typeOfTarget(request);
  const [wholes, parts, whole, part] = TARGETS[type];
  const named = request.target as Readonly<Record<string, string | undefined>>;
  // Targets may be named by a prefix.
  return (
    isAbout(targets, type) &&
    listMatches(targets[wholes], [named[whole]], isListed) &&
    listMatches(targets[parts], [named[part]], isListed)
  );
};

const tierVerdict = (most: RiskTier, actual: RiskTier | undefined): Verdict => {
  const tier = RISK_TIERS.indexOf(actual as RiskTier);
  if (tier < 0) return 'undecidable';
  return tier <= RISK_TIERS.indexOf(most) ? 'holds' : 'fails';
};

const conditionsTrace = (rule: PolicyRule, request: PolicyRequest, target: Verdict): RuleTrace => {
  const attributes = request.attributes ?? {};
  const verdicts = (rule.conditions ?? []).map((condition) => judgeCondition(condition, attributes));
  const failed = verdicts.indexOf('fails');
  if (failed >= 0) return trace(rule, 'not_matched', 'condition', failed);
  if (target === 'undecidable') return trace(rule, 'undecidable', 'targets');
  const undecided = verdicts.indexOf('undecidable');
  return undecided >= 0 ? trace(rule, 'undecidable', 'condition', undecided) : trace(rule, 'matched', null);
};
