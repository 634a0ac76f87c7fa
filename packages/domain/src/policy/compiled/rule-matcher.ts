import { compareText } from '../../text-order.js';
import { assertDecidableRequest } from '../assert-decidable.js';
import { compareRules } from '../compare-rules.js';
import type { PolicyRule } from '../manifest.js';
import type { PolicyRequest } from '../policy-request.js';
import { indexConditions } from './condition-index.js';
import { type RuleSet, type RulesLeft, ruleSetOf, wordsFor } from './rule-set.js';
import { indexTargets } from './target-index.js';

/** How rules matched a request, by index. The sets belong to the matcher and are valid until the next query. */
export interface Met {
  /** The rules that match or, given what the request leaves open, may. */
  readonly applying: RuleSet;
  /** The rules that surely match. */
  readonly matched: RuleSet;
}

/** Enabled rules, indexed so that a request is matched against all of them at once. */
export interface RuleMatcher {
  /** Sets refer to rules by their index in this list. */
  readonly rules: readonly PolicyRule[];
  readonly all: RuleSet;
  readonly denying: RuleSet;
  readonly approving: RuleSet;
  readonly allowing: RuleSet;
  /** @throws Error for an undecidable request. */
  meet(request: PolicyRequest): Met;
  /** Roughly the memory that its indexes take. */
  readonly bytes: number;
}

/**
 * Indexes the enabled ones of some rules, which must satisfy `assertDecidableManifest`. Yields every few milliseconds, for callers that
 * must not block.
 */
export function* buildRuleMatcher(all: readonly PolicyRule[]): Generator<undefined, RuleMatcher> {
  const rules = inPlaces(all.filter(({ enabled }) => enabled !== false));
  yield;
  const places = indexTargets(rules);
  yield;
  const conditions = yield* indexConditions(rules);
  const words = wordsFor(rules.length);
  const met = { applying: new Uint32Array(words), matched: new Uint32Array(words) };
  const undecided = new Uint32Array(words);
  const left: RulesLeft = { candidates: met.applying, undecided };
  return {
    rules,
    all: ruleSetOf(rules.length, () => true),
    denying: ruleSetOf(rules.length, (rule) => rules[rule]?.effect === 'deny'),
    approving: ruleSetOf(rules.length, (rule) => rules[rule]?.effect === 'require_approval'),
    allowing: ruleSetOf(rules.length, (rule) => rules[rule]?.effect === 'allow'),
    meet: (request) => {
      assertDecidableRequest(request);
      if (places.meet(request, left)) conditions.judge(request.attributes ?? {}, left);
      for (let word = 0; word < words; word += 1)
        met.matched[word] = (met.applying[word] as number) & ~(undecided[word] as number);
      return met;
    },
    bytes: places.bytes + conditions.bytes,
  };
}

// Rules with conditions on the same attributes are adjacent, so that an attribute concerns few words of a set.
const inPlaces = (rules: readonly PolicyRule[]): readonly PolicyRule[] => {
  const named = rules.map((rule) => ({
    rule,
    attributes: (rule.conditions ?? []).map(({ attribute }) => attribute).join(' '),
  }));
  named.sort((a, b) => compareText(a.attributes, b.attributes) || compareRules(a.rule, b.rule));
  return named.map(({ rule }) => rule);
};
