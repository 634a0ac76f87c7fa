import type { Verdict } from '../evaluate-condition.js';
import { POLICY_ACTIONS, type PolicyAction, RISK_TIERS } from '../manifest.js';
import type { AttributeValue } from '../policy-request.js';
import { kindOf, type TargetType, typeOfTarget } from '../target-lists.js';
import { type AttributeLiteral, type AttributeSolution, satisfies } from './attribute-literal.js';
import {
  ANY_GROUPS,
  ANY_ID,
  type GroupSet,
  groupsWith,
  groupsWithout,
  type IdSet,
  idsAmong,
  idsBut,
} from './id-set.js';
import type { IdField, RulePart } from './rule-parts.js';
import { solveAttribute } from './solve-attribute.js';

/** Requirements on an attribute; `solved` is a solution of the first of these literals, with their count. */
export interface RequestedAttribute {
  readonly literals: readonly AttributeLiteral[];
  readonly solved: { readonly literals: number; readonly solution: AttributeSolution };
}

/**
 * A set of calls with one type of target, given by the possible values of each of their aspects. Whether requirements on an attribute can
 * be met is determined when a call is picked (`solvedRegion`); otherwise a region is never empty.
 */
export interface Region {
  readonly type: TargetType;
  readonly ids: Readonly<Record<IdField, IdSet>>;
  readonly groups: GroupSet;
  /** Known tiers from the lowest as bits, and above them one for an unknown tier. */
  readonly tiers: number;
  readonly attributes: ReadonlyMap<string, RequestedAttribute>;
}

/** How strongly a rule matches: `matches`, or `applies`: it matches, or may given what a call leaves open. */
export type Certainty = 'matches' | 'applies';

const UNKNOWN_TIER = 1 << RISK_TIERS.length;

export type Attributes = Readonly<Record<string, AttributeValue>>;

/** All calls with one type of target. Attribute values are preferably picked from `hints`. */
export const wholeRegion = (type: TargetType, hints: Attributes): Region => ({
  type,
  ids: {
    agent: ANY_ID,
    surface: ANY_ID,
    user: ANY_ID,
    whole: ANY_ID,
    part: ANY_ID,
    // Most rules are about invoking, which makes the best witness.
    action: {
      only: POLICY_ACTIONS.filter((action) => uses(type, action)).sort(
        (a, b) => Number(b === 'tool.invoke') - Number(a === 'tool.invoke'),
      ),
      not: [],
    },
  },
  groups: ANY_GROUPS,
  tiers: 2 * UNKNOWN_TIER - 1,
  attributes: new Map(
    Object.entries(hints).map(([name, value]) => [
      name,
      { literals: [], solved: { literals: 0, solution: { kind: 'value', value } } },
    ]),
  ),
});

const uses = (type: TargetType, action: PolicyAction): boolean =>
  typeOfTarget({ target: { kind: kindOf(type) }, action }) === type;

/** The calls of a region for which a part of a rule holds, or may. */
export const inside = (region: Region, part: RulePart, certainty: Certainty): Region | undefined =>
  narrow(region, part, certainty === 'matches' ? ['holds'] : ['holds', 'undecidable']);

/** The calls of a region for which a part of a rule does not hold that strongly. */
export const outside = (region: Region, part: RulePart, certainty: Certainty): Region | undefined =>
  narrow(region, part, certainty === 'matches' ? ['fails', 'undecidable'] : ['fails']);

/** The calls of a region for which all parts of a rule hold, or may. */
export const insideAll = (
  region: Region,
  parts: readonly RulePart[],
  certainty: Certainty,
): Region | undefined => {
  let narrowed: Region | undefined = region;
  for (const part of parts) {
    narrowed = inside(narrowed, part, certainty);
    if (narrowed === undefined) return undefined;
  }
  return narrowed;
};

const UNASKED: RequestedAttribute = { literals: [], solved: { literals: 0, solution: { kind: 'absent' } } };

/**
 * A region with values meeting all attribute requirements; undefined if there are none, so that it contains no call; `limit` if that was
 * not determined. A value that still satisfies is kept, and further searches start from it.
 */
export const solvedRegion = (region: Region): Region | undefined | 'limit' => {
  const attributes = new Map<string, RequestedAttribute>();
  for (const [name, request] of region.attributes) {
    const solution = solutionOf(request);
    if (solution.kind === 'none') return undefined;
    if (solution.kind === 'limit') return 'limit';
    attributes.set(name, {
      literals: request.literals,
      solved: { literals: request.literals.length, solution },
    });
  }
  return { ...region, attributes };
};

const solutionOf = ({ literals, solved }: RequestedAttribute): AttributeSolution => {
  const { solution } = solved;
  const value = solution.kind === 'value' ? solution.value : undefined;
  return satisfies(literals.slice(solved.literals), value) ? solution : solveAttribute(literals);
};

// Conditions on identifiers and groups are always decidable: they hold or fail.
const narrow = (region: Region, part: RulePart, allowed: readonly Verdict[]): Region | undefined => {
  if (part.on === 'tier') return narrowTiers(region, RISK_TIERS.indexOf(part.most), allowed);
  if (part.on === 'attribute') return narrowAttribute(region, { condition: part.condition, allowed });
  const within = allowed.includes('holds');
  if (part.on === 'groups') {
    const groups = (within ? groupsWith : groupsWithout)(region.groups, part.ids);
    return groups && { ...region, groups };
  }
  const ids = (within ? idsAmong : idsBut)(region.ids[part.on], part.ids);
  return ids && { ...region, ids: { ...region.ids, [part.on]: ids } };
};

const narrowTiers = (region: Region, most: number, allowed: readonly Verdict[]): Region | undefined => {
  const upTo = (2 << most) - 1;
  const chosen =
    (allowed.includes('holds') ? upTo : 0) |
    (allowed.includes('fails') ? (UNKNOWN_TIER - 1) & ~upTo : 0) |
    (allowed.includes('undecidable') ? UNKNOWN_TIER : 0);
  const tiers = region.tiers & chosen;
  return tiers === 0 ? undefined : { ...region, tiers };
};

const narrowAttribute = (region: Region, literal: AttributeLiteral): Region => {
  const { attribute } = literal.condition;
  const { literals, solved } = region.attributes.get(attribute) ?? UNASKED;
  const request = { literals: [...literals, literal], solved };
  return { ...region, attributes: new Map(region.attributes).set(attribute, request) };
};
