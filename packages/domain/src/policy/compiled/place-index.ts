import { type PolicyRule, RISK_TIERS, type RiskTier } from '../manifest.js';
import type { PolicyRequest } from '../policy-request.js';
import { type IdIndex, indexIds, rowFor } from './id-index.js';
import { type RuleSet, type RulesLeft, ruleSetOf, wordsFor } from './rule-set.js';

/** The rules matching by everything but their conditions. */
export interface PlaceIndex {
  /**
   * Fills in the rules left by a request's subject, target, action and tier, and those an unknown tier leaves undecidable; false if no
   * rule is left.
   */
  meet(request: PolicyRequest, left: RulesLeft): boolean;
}

/** Indexes rules by subject, target, action and tier. */
export const indexPlaces = (rules: readonly PolicyRule[]): PlaceIndex => {
  const indexes: Indexes = {
    agents: indexIds(rules.map(({ subjects }) => subjects.agents)),
    surfaces: indexIds(rules.map(({ subjects }) => subjects.client_surfaces)),
    users: indexIds(rules.map(({ subjects }) => subjects.users)),
    groups: indexIds(rules.map(({ subjects }) => subjects.groups)),
    servers: indexFamily(rules, ['server_ids', 'tool_ids'], ['api_source_ids', 'operation_ids']),
    apis: indexFamily(rules, ['api_source_ids', 'operation_ids'], ['server_ids', 'tool_ids']),
    actions: indexIds(rules.map((rule) => rule.actions)),
    tiers: indexTiers(rules),
    grouped: new Uint32Array(wordsFor(rules.length)),
  };
  return { meet: (request, left) => meetPlaces(indexes, request, left) };
};

interface Indexes {
  readonly agents: IdIndex;
  readonly surfaces: IdIndex;
  readonly users: IdIndex;
  readonly groups: IdIndex;
  readonly servers: FamilyIndex;
  readonly apis: FamilyIndex;
  readonly actions: IdIndex;
  readonly tiers: TierIndex;
  /** Scratch for the rules left by a request's groups. */
  readonly grouped: RuleSet;
}

const meetPlaces = (
  { agents, surfaces, users, groups, servers, apis, actions, tiers, grouped }: Indexes,
  request: PolicyRequest,
  { candidates, untold }: RulesLeft,
): boolean => {
  const { target } = request;
  const isServer = target.kind === 'mcp_server';
  const { about, wholes, parts } = isServer ? servers : apis;
  const whole = rowFor(wholes, isServer ? target.serverId : target.apiSourceId);
  const part = rowFor(parts, isServer ? target.toolId : target.operationId);
  const agent = rowFor(agents, request.agentId);
  const surface = rowFor(surfaces, request.clientSurfaceId);
  const user = rowFor(users, request.userId);
  const action = rowFor(actions, request.action);
  const tier = RISK_TIERS.indexOf(request.riskTier as RiskTier) + 1;
  const tierRow = tier * candidates.length;
  groupRules(groups, request.groups ?? [], grouped);
  let some = 0;
  for (let word = 0; word < candidates.length; word += 1) {
    const left =
      (about[word] as number) &
      (wholes.rows[whole + word] as number) &
      (parts.rows[part + word] as number) &
      (agents.rows[agent + word] as number) &
      (surfaces.rows[surface + word] as number) &
      (users.rows[user + word] as number) &
      (grouped[word] as number) &
      (actions.rows[action + word] as number) &
      (tiers.rows[tierRow + word] as number);
    candidates[word] = left;
    untold[word] = tier === 0 ? (tiers.tiered[word] as number) : 0;
    some |= left;
  }
  return some !== 0;
};

// A rule matches if it names any of the groups: the `or` of their rows, all of which include row 0.
const groupRules = ({ rows, rowOf }: IdIndex, groups: readonly string[], into: RuleSet): void => {
  for (let word = 0; word < into.length; word += 1) into[word] = rows[word] as number;
  for (const group of groups) {
    const row = rowOf.get(group);
    if (row === undefined) continue;
    for (let word = 0; word < into.length; word += 1)
      into[word] = (into[word] as number) | (rows[row + word] as number);
  }
};

type TargetList = 'server_ids' | 'tool_ids' | 'api_source_ids' | 'operation_ids';

interface FamilyIndex {
  /** The rules concerning this family of targets. */
  readonly about: RuleSet;
  readonly wholes: IdIndex;
  readonly parts: IdIndex;
}

// A rule that names only the other family's lists does not concern this one.
const indexFamily = (
  rules: readonly PolicyRule[],
  own: readonly [TargetList, TargetList],
  other: readonly [TargetList, TargetList],
): FamilyIndex => {
  const names = (rule: number, lists: readonly TargetList[]): boolean =>
    lists.some((list) => rules[rule]?.targets[list] !== undefined);
  return {
    about: ruleSetOf(rules.length, (rule) => names(rule, own) || !names(rule, other)),
    wholes: indexIds(rules.map(({ targets }) => targets[own[0]])),
    parts: indexIds(rules.map(({ targets }) => targets[own[1]])),
  };
};

interface TierIndex {
  readonly rows: RuleSet;
  readonly tiered: RuleSet;
}

// A row per tier from the lowest, preceded by one for an unknown tier, which excludes nothing.
const indexTiers = (rules: readonly PolicyRule[]): TierIndex => {
  const words = wordsFor(rules.length);
  const limits = rules.map(({ targets }) =>
    targets.max_risk_tier === undefined ? RISK_TIERS.length : RISK_TIERS.indexOf(targets.max_risk_tier),
  );
  const rows = new Uint32Array(words * (RISK_TIERS.length + 1));
  for (let tier = -1; tier < RISK_TIERS.length; tier += 1)
    rows.set(
      ruleSetOf(rules.length, (rule) => tier <= (limits[rule] as number)),
      (tier + 1) * words,
    );
  return {
    rows,
    tiered: ruleSetOf(rules.length, (rule) => rules[rule]?.targets.max_risk_tier !== undefined),
  };
};
