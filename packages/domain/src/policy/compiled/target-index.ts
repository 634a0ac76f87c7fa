import { type PolicyRule, type PolicyTargets, RISK_TIERS, type RiskTier } from '../manifest.js';
import type { PolicyRequest } from '../policy-request.js';
import {
  isAbout,
  TARGET_TYPES,
  TARGETS,
  type TargetType,
  targetLists,
  typeOfTarget,
} from '../target-lists.js';
import { indexIds, indexNames } from './id-index.js';
import { isEmpty, keepRow, type RuleSet, type RulesLeft, ruleSetOf } from './rule-set.js';

/** The rules matching by everything but their conditions. */
export interface TargetIndex {
  /**
   * Fills in the rules left by a request's subject, target, action and tier, and those an unknown tier leaves undecidable; false if no
   * rule is left.
   */
  meet(request: PolicyRequest, left: RulesLeft): boolean;
  readonly bytes: number;
}

/** Indexes rules by subject, target, action and tier. */
export const indexTargets = (rules: readonly PolicyRule[]): TargetIndex => {
  const about = new Map(
    TARGET_TYPES.map((type) => [type, ruleSetOf(rules.length, (rule) => concerns(rules[rule], type))]),
  );
  const targets = new Map(
    targetLists().map((list) => [list, indexNames(rules.map((rule) => rule.targets[list]))]),
  );
  const agents = indexIds(rules.map(({ subjects }) => subjects.agents));
  const surfaces = indexIds(rules.map(({ subjects }) => subjects.client_surfaces));
  const users = indexIds(rules.map(({ subjects }) => subjects.users));
  const groups = indexIds(rules.map(({ subjects }) => subjects.groups));
  const actions = indexIds(rules.map((rule) => rule.actions));
  const tiers = indexTiers(rules);
  const keepByTarget = (request: PolicyRequest, candidates: RuleSet): void => {
    const type = typeOfTarget(request);
    const [wholes, parts, whole, part] = TARGETS[type];
    const named = request.target as Readonly<Record<string, string | undefined>>;
    candidates.set(about.get(type) as RuleSet);
    targets.get(wholes)?.keep(candidates, named[whole]);
    targets.get(parts)?.keep(candidates, named[part]);
  };
  return {
    meet: (request, { candidates, undecided }) => {
      keepByTarget(request, candidates);
      agents.keep(candidates, request.agentId);
      surfaces.keep(candidates, request.clientSurfaceId);
      users.keep(candidates, request.userId);
      groups.keepAny(candidates, request.groups ?? []);
      actions.keep(candidates, request.action);
      tiers.keep(candidates, request.riskTier, undecided);
      return !isEmpty(candidates);
    },
    bytes: [...targets.values(), agents, surfaces, users, groups, actions]
      .map(({ bytes }) => bytes)
      .reduce((sum, bytes) => sum + bytes),
  };
};

const concerns = (rule: PolicyRule | undefined, type: TargetType): boolean =>
  rule !== undefined && isAbout(rule.targets, type);

interface TierIndex {
  /** Leaves the rules that cover a tier; for an unknown one it leaves all, and reports which it leaves undecided. */
  keep(rules: RuleSet, tier: RiskTier | undefined, undecided: RuleSet): void;
}

// A row per tier from the lowest: the rules that cover it.
const indexTiers = (rules: readonly PolicyRule[]): TierIndex => {
  const covering = RISK_TIERS.map((_, tier) =>
    ruleSetOf(rules.length, (rule) => tier <= highestOf(rules[rule]?.targets)),
  );
  const tiered = ruleSetOf(rules.length, (rule) => rules[rule]?.targets.max_risk_tier !== undefined);
  return {
    keep: (candidates, tier, undecided) => {
      const row = covering[RISK_TIERS.indexOf(tier as RiskTier)];
      if (row === undefined) return undecided.set(tiered);
      undecided.fill(0);
      keepRow(candidates, row);
    },
  };
};

const highestOf = ({ max_risk_tier }: PolicyTargets = {}): number =>
  max_risk_tier === undefined ? RISK_TIERS.length : RISK_TIERS.indexOf(max_risk_tier);
