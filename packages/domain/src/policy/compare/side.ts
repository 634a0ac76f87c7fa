import { buildRuleMatcher, type RuleMatcher } from '../compiled/rule-matcher.js';
import type { PolicyEffect, PolicyManifest, PolicyRule } from '../manifest.js';
import { TARGET_TYPES, type TargetType, targetLists } from '../target-lists.js';
import { partsOf, type RulePart } from './rule-parts.js';

/** One of two compared manifests. Its rules are the enabled ones, by their index in the matcher. */
export interface Side {
  readonly matcher: RuleMatcher;
  readonly isOpen: boolean;
  /** What each rule matches and causes: rules with the same text decide the same. */
  readonly texts: readonly string[];
  /** By type of target: the parts of each rule, null if it does not concern that type. */
  readonly parts: Readonly<Record<TargetType, readonly (readonly RulePart[] | null)[]>>;
}

/** Makes a side from a decidable manifest. Yields every few milliseconds. */
export function* buildSide(manifest: PolicyManifest): Generator<undefined, Side> {
  const matcher = yield* buildRuleMatcher(manifest.rules);
  const { rules } = matcher;
  yield;
  const texts = rules.map(textOf);
  yield;
  return {
    matcher,
    isOpen: manifest.default_effect === 'allow',
    texts,
    parts: Object.fromEntries(
      TARGET_TYPES.map((type) => [type, rules.map((rule) => partsOf(rule, type))]),
    ) as unknown as Side['parts'],
  };
}

/** A possible outcome on a side: an effect, caused by a rule, or by the default if `rule` is null. */
export interface Goal {
  readonly effect: PolicyEffect;
  readonly rule: number | null;
}

/** The rules of a side for which the other has none with the same text. */
export const changedRules = ({ texts }: Side, other: Side): ReadonlySet<number> => {
  const theirs = new Set(other.texts);
  return new Set(texts.flatMap((text, rule) => (theirs.has(text) ? [] : [rule])));
};

/** All possible outcomes on a side. */
export const goalsOf = ({ matcher, isOpen }: Side): readonly Goal[] => [
  { effect: isOpen ? 'allow' : 'deny', rule: null },
  ...matcher.rules.map(({ effect }, rule): Goal => ({ effect, rule })),
];

// In a fixed order of members, independent of the manifest's.
const textOf = ({ effect, subjects, targets, actions, conditions = [] }: PolicyRule): string =>
  JSON.stringify([
    effect,
    [subjects.agents, subjects.client_surfaces, subjects.groups, subjects.users],
    targetLists().map((list) => targets[list]),
    targets.max_risk_tier,
    actions,
    conditions.map(({ attribute, operator, value }) => [attribute, operator, value]),
  ]);
