import { ANY, type PolicyCondition, type PolicyRule, type RiskTier } from '../manifest.js';
import { isAbout, TARGETS, type TargetType } from '../target-lists.js';

/** What an identifier of a call must be. */
export const ID_FIELDS = ['agent', 'surface', 'user', 'whole', 'part', 'action'] as const;
export type IdField = (typeof ID_FIELDS)[number];

/** One of the parts that must all hold for a rule to match: each concerns a different aspect of a call, or a different attribute. */
export type RulePart =
  | { readonly on: IdField; readonly ids: ReadonlySet<string> }
  | { readonly on: 'groups'; readonly ids: ReadonlySet<string> }
  | { readonly on: 'tier'; readonly most: RiskTier }
  | { readonly on: 'attribute'; readonly condition: PolicyCondition };

/** The parts of a rule for calls with one type of target; null if it does not concern that type. */
export const partsOf = (rule: PolicyRule, type: TargetType): readonly RulePart[] | null => {
  if (!isAbout(rule.targets, type)) return null;
  const [wholes, parts] = TARGETS[type];
  const { agents, client_surfaces, users, groups } = rule.subjects;
  const most = rule.targets.max_risk_tier;
  return [
    ...idPart('whole', rule.targets[wholes]),
    ...idPart('part', rule.targets[parts]),
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
