import { runToEnd } from '../../run-to-end.js';
import { compareText } from '../../text-order.js';
import { assertDecidableManifest } from '../assert-decidable.js';
import { MANIFEST_VERSION, type PolicyManifest } from '../manifest.js';
import { TARGET_TYPES, type TargetType } from '../target-lists.js';
import {
  type DecidedEffect,
  EFFECT_CHANGE_CLASSES,
  type EffectChange,
  type EffectChangeClass,
  effectChangeClass,
  type PolicyComparison,
} from './effect-change.js';
import { type Aim, mayFollow } from './may-follow.js';
import { type Attributes, insideAll, type Region, wholeRegion } from './region.js';
import { type Budget, leanest, searchWitness, type Witness } from './search-witness.js';
import { buildSide, changedRules, goalsOf, type Side } from './side.js';
import { withoutPrefixes } from './without-prefixes.js';

/** Limits of a comparison; what it does not reach is reported as undecided. */
export interface CompareLimits {
  /** Calls tried per pair of rules. */
  readonly callsOfPair: number;
  /** Calls tried in total. */
  readonly calls: number;
  /** Pairs of rules examined. */
  readonly pairs: number;
  readonly changes: number;
}

/** About a second of work, and 200 kB of answer. */
const COMPARE_LIMITS: CompareLimits = {
  callsOfPair: 500,
  calls: 20_000,
  pairs: 500_000,
  changes: 500,
};

/**
 * The effect on calls of replacing one policy by another: which are newly allowed, need no approval any more, can now be approved, need one
 * now, or are newly denied, for each pair of rules deciding before and after, with a witness call. Exact for the whole language and found
 * without sampling: what is not listed does not happen, except what is reported as undecided. Callers that must not block use
 * `comparingPolicies`.
 * @public Gateways and pipelines compare with it.
 * @example comparePolicies(active, draft).changes.filter((change) => change.class === 'newly_allowed')
 */
export const comparePolicies = (
  before: PolicyManifest,
  after: PolicyManifest,
  limits: CompareLimits = COMPARE_LIMITS,
): PolicyComparison => runToEnd(comparingPolicies(before, after, limits));

/** The same in steps of at most a few milliseconds, for callers with other work in between. */
export function* comparingPolicies(
  before: PolicyManifest,
  after: PolicyManifest,
  limits: CompareLimits = COMPARE_LIMITS,
): Generator<undefined, PolicyComparison> {
  const whole = yield* withoutPrefixes(decidable(before), decidable(after));
  if (whole === undefined) return nothingKnown([before, after]);
  const old = yield* buildSide(whole.manifests[0]);
  yield;
  const fresh = yield* buildSide(whole.manifests[1]);
  yield;
  const search = makePairSearch([old, fresh], whole.prefixes, limits);
  const changed = [changedRules(old, fresh), changedRules(fresh, old)] as const;
  const next = goalsOf(fresh).map((goal): Aim => ({ side: fresh, goal, changed: changed[1] }));
  for (const goal of goalsOf(old)) {
    yield;
    const aim: Aim = { side: old, goal, changed: changed[0] };
    for (const other of next) if (mayFollow(aim, other)) yield* search.pair(aim, other);
  }
  return search.result();
}

// An undecidable manifest denies everything.
const decidable = (manifest: PolicyManifest): PolicyManifest => {
  try {
    assertDecidableManifest(manifest);
    return manifest;
  } catch {
    return { manifest_version: MANIFEST_VERSION, default_effect: 'deny', rules: [] };
  }
};

const nothingKnown = (manifests: readonly PolicyManifest[]): PolicyComparison => {
  const ruleIds = [...new Set(manifests.flatMap(({ rules }) => rules.map(({ rule_id }) => rule_id)))];
  ruleIds.sort(compareText);
  return { changes: [], undecided: EFFECT_CHANGE_CLASSES.map((one) => ({ class: one, ruleIds })) };
};

/** Goes through pairs and collects the findings. */
const makePairSearch = (sides: readonly [Side, Side], prefixes: readonly string[], limits: CompareLimits) => {
  const changes: EffectChange[] = [];
  const undecided = new Map<EffectChangeClass, Set<string>>();
  const other = nameOfNobody(sides, prefixes);
  const left = { calls: limits.calls, pairs: limits.pairs };
  let hints: Attributes = {};
  const giveUp = (of: EffectChangeClass, ids: readonly string[]): void => {
    const known = undecided.get(of) ?? new Set();
    undecided.set(of, known);
    for (const id of ids) known.add(id);
  };
  function* pair(...aims: readonly [Aim, Aim]): Generator<undefined> {
    const [before, after] = aims.map(decidedBy) as [DecidedEffect, DecidedEffect];
    const class_ = effectChangeClass(before.effect, after.effect) as EffectChangeClass;
    const ruleIds = [...new Set([before.ruleId, after.ruleId])].filter((id) => id !== null);
    left.pairs -= 1;
    if (left.pairs < 0 || left.calls <= 0 || changes.length >= limits.changes) return giveUp(class_, ruleIds);
    const budget: Budget = { left: Math.min(limits.callsOfPair, left.calls) };
    left.calls -= budget.left;
    const found = yield* witnessOf(aims, { budget, other, hints });
    left.calls += budget.left;
    if (found === 'limit') return giveUp(class_, ruleIds);
    if (found === undefined) return;
    // A way around obstructing rules that worked once often works again.
    hints = found.attributes ?? {};
    changes.push({ class: class_, ruleIds, before, after, witness: leanest(found, aims) });
  }
  const result = (): PolicyComparison => ({
    changes: EFFECT_CHANGE_CLASSES.flatMap((one) => changes.filter((change) => change.class === one)),
    undecided: EFFECT_CHANGE_CLASSES.flatMap((one) => {
      const ids = undecided.get(one);
      return ids === undefined ? [] : [{ class: one, ruleIds: [...ids].sort(compareText) }];
    }),
  });
  return { pair, result };
};

const decidedBy = ({ side: { matcher }, goal: { effect, rule } }: Aim): DecidedEffect => ({
  effect,
  ruleId: rule === null ? null : (matcher.rules[rule]?.rule_id ?? null),
});

interface Search {
  readonly budget: Budget;
  /** An identifier no rule names. */
  readonly other: string;
  readonly hints: Attributes;
}

function* witnessOf(
  aims: readonly [Aim, Aim],
  { budget, other, hints }: Search,
): Generator<undefined, Witness> {
  let isSure = true;
  for (const type of TARGET_TYPES) {
    yield;
    const whole = wholeRegion(type, hints);
    const start = aims.reduce<Region | undefined>((region, aim) => within(region, aim, type), whole);
    const witness = start && (yield* searchWitness(start, aims, budget, other));
    if (witness === 'limit') isSure = false;
    else if (witness !== undefined) return witness;
  }
  return isSure ? undefined : 'limit';
}

const within = (
  region: Region | undefined,
  { side: { parts }, goal: { rule, effect } }: Aim,
  type: TargetType,
): Region | undefined => {
  if (region === undefined || rule === null) return region;
  const own = parts[type][rule];
  return own ? insideAll(region, own, effect === 'allow' ? 'matches' : 'applies') : undefined;
};

/** An identifier no rule names. */
const nameOfNobody = (sides: readonly Side[], prefixes: readonly string[]): string => {
  const named = new Set(
    sides.flatMap(({ matcher }) =>
      matcher.rules.flatMap(({ subjects, targets }) =>
        Object.values({ ...subjects, ...targets }).flatMap((ids: unknown) => ids as string[]),
      ),
    ),
  );
  const isTaken = (name: string): boolean =>
    named.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
  let name = 'other';
  // With prefixes only another beginning helps; there are more characters than a manifest has names.
  for (let i = 1; isTaken(name); i += 1)
    name = prefixes.length === 0 ? `other_${i}` : `${String.fromCharCode(0x100 + i)}other`;
  return name;
};
