import { type PolicyRule, type PolicyTargets, RISK_TIERS, type RiskTier } from '../manifest.js';
import type { PolicyRequest, PolicyTarget } from '../policy-request.js';
import { type IdIndex, indexIds, indexNames } from './id-index.js';
import { isEmpty, keepRow, type RuleSet, type RulesLeft, ruleSetOf } from './rule-set.js';

/** The rules matching by everything but their conditions. */
export interface PlaceIndex {
  /**
   * Fills in the rules left by a request's subject, target, action and tier, and those an unknown tier leaves undecidable; false if no
   * rule is left.
   */
  meet(request: PolicyRequest, left: RulesLeft): boolean;
  readonly bytes: number;
}

/** Indexes rules by subject, target, action and tier. */
export const indexPlaces = (rules: readonly PolicyRule[]): PlaceIndex => {
  const servers = indexFamily(
    rules,
    ['server_ids', 'tool_ids'],
    ['api_source_ids', 'operation_ids'],
    indexNames,
  );
  const apis = indexFamily(rules, ['api_source_ids', 'operation_ids'], ['server_ids', 'tool_ids'], indexIds);
  const agents = indexIds(rules.map(({ subjects }) => subjects.agents));
  const surfaces = indexIds(rules.map(({ subjects }) => subjects.client_surfaces));
  const users = indexIds(rules.map(({ subjects }) => subjects.users));
  const groups = indexIds(rules.map(({ subjects }) => subjects.groups));
  const actions = indexIds(rules.map((rule) => rule.actions));
  const tiers = indexTiers(rules);
  return {
    meet: (request, { candidates, untold }) => {
      keepByTarget(request.target.kind === 'mcp_server' ? servers : apis, request.target, candidates);
      agents.keep(candidates, request.agentId);
      surfaces.keep(candidates, request.clientSurfaceId);
      users.keep(candidates, request.userId);
      groups.keepAny(candidates, request.groups ?? []);
      actions.keep(candidates, request.action);
      tiers.keep(candidates, request.riskTier, untold);
      return !isEmpty(candidates);
    },
    bytes: [servers.wholes, servers.parts, apis.wholes, apis.parts, agents, surfaces, users, groups, actions]
      .map(({ bytes }) => bytes)
      .reduce((sum, bytes) => sum + bytes),
  };
};

const keepByTarget = (family: FamilyIndex, target: PolicyTarget, candidates: RuleSet): void => {
  candidates.set(family.about);
  const isServer = target.kind === 'mcp_server';
  family.wholes.keep(candidates, isServer ? target.serverId : target.apiSourceId);
  family.parts.keep(candidates, isServer ? target.toolId : target.operationId);
};

type TargetList = 'server_ids' | 'tool_ids' | 'api_source_ids' | 'operation_ids';

interface FamilyIndex {
  /** The rules concerning this family of targets. */
  readonly about: RuleSet;
  readonly wholes: Pick<IdIndex, 'keep' | 'bytes'>;
  readonly parts: Pick<IdIndex, 'keep' | 'bytes'>;
}

// A rule that names only the other family's lists does not concern this one.
const indexFamily = (
  rules: readonly PolicyRule[],
  own: readonly [TargetList, TargetList],
  other: readonly [TargetList, TargetList],
  index: typeof indexNames,
): FamilyIndex => {
  const names = (rule: number, lists: readonly TargetList[]): boolean =>
    lists.some((list) => rules[rule]?.targets[list] !== undefined);
  return {
    about: ruleSetOf(rules.length, (rule) => names(rule, own) || !names(rule, other)),
    wholes: index(rules.map(({ targets }) => targets[own[0]])),
    parts: index(rules.map(({ targets }) => targets[own[1]])),
  };
};

interface TierIndex {
  /** Leaves the rules that cover a tier; for an unknown one it leaves all, and tells which it leaves undecided. */
  keep(rules: RuleSet, tier: RiskTier | undefined, untold: RuleSet): void;
}

// A row per tier from the lowest: the rules that cover it.
const indexTiers = (rules: readonly PolicyRule[]): TierIndex => {
  const covering = RISK_TIERS.map((_, tier) =>
    ruleSetOf(rules.length, (rule) => tier <= highestOf(rules[rule]?.targets)),
  );
  const tiered = ruleSetOf(rules.length, (rule) => rules[rule]?.targets.max_risk_tier !== undefined);
  return {
    keep: (candidates, tier, untold) => {
      const row = covering[RISK_TIERS.indexOf(tier as RiskTier)];
      if (row === undefined) return untold.set(tiered);
      untold.fill(0);
      keepRow(candidates, row);
    },
  };
};

const highestOf = ({ max_risk_tier }: PolicyTargets = {}): number =>
  max_risk_tier === undefined ? RISK_TIERS.length : RISK_TIERS.indexOf(max_risk_tier);
