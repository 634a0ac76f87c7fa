import {
  ANY,
  type PolicyCondition,
  type PolicyRule,
  type PolicyTargets,
  type RiskTier,
} from '../manifest.js';
import type { PolicyTarget } from '../policy-request.js';

export type TargetKind = PolicyTarget['kind'];

/** What an identifier of a call must be. */
export const ID_FIELDS = ['agent', 'surface', 'user', 'whole', 'part', 'action'] as const;
export type IdField = (typeof ID_FIELDS)[number];

/** One of the parts that must all hold for a rule to match: each concerns a different aspect of a call, or a different attribute. */
export type RulePart =
  | { readonly on: IdField; readonly ids: ReadonlySet<string> }
  | { readonly on: 'groups'; readonly ids: ReadonlySet<string> }
  | { readonly on: 'tier'; readonly most: RiskTier }
  | { readonly on: 'attribute'; readonly condition: PolicyCondition };

/** The parts of a rule for calls with one kind of target; null if it does not concern that kind. */
export const partsOf = (rule: PolicyRule, kind: TargetKind): readonly RulePart[] | null => {
  const target = targetLists(rule.targets, kind);
  if (target === null) return null;
  const { agents, client_surfaces, users, groups } = rule.subjects;
  const most = rule.targets.max_risk_tier;
  return [
    ...idPart('whole', target[0]),
    ...idPart('part', target[1]),
    ...idPart('agent', agents),
    ...idPart('surface', client_surfaces),
    ...idPart('user', users),
    ...idPart('groups', groups),
    ...idPart('action', rule.actions),
    ...(rule.conditions ?? []).map((condition): RulePart => ({ on: 'attribute', condition })),
    ...(most === undefined ? [] : [{ on: 'tier', most } as const]),
  ];
};

const idPart = (on: IdField | 'groups', ids: readonly string[] | undefined): RulePart[] =>
  ids === undefined || ids.includes(ANY) ? [] : [{ on, ids: new Set(ids) }];

type Lists = readonly [readonly string[] | undefined, readonly string[] | undefined];

// A rule that names only the other kind's lists does not concern this one.
const targetLists = (targets: PolicyTargets, kind: TargetKind): Lists | null => {
  const servers: Lists = [targets.server_ids, targets.tool_ids];
  const apis: Lists = [targets.api_source_ids, targets.operation_ids];
  const [own, other] = kind === 'mcp_server' ? [servers, apis] : [apis, servers];
  const names = (lists: Lists): boolean => lists.some((list) => list !== undefined);
  return !names(own) && names(other) ? null : own;
};
