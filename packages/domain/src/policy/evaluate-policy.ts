import { assertDecidableManifest, assertDecidableRequest } from './assert-decidable.js';
import { compareRules } from './compare-rules.js';
import { eachOnce, obligationText, requiredBy, shortestByRole } from './duties.js';
import type { PolicyEffect, PolicyManifest, PolicyObligation, PolicyRule } from './manifest.js';
import { matchRule, type RuleTrace } from './match-rule.js';
import { failedBy, NO_RULE_MATCHED, type PolicyOutcome, type RequiredApproval } from './policy-outcome.js';
import type { PolicyRequest } from './policy-request.js';

/** A policy's answer to a request with its explanation. */
export interface PolicyDecision extends PolicyOutcome {
  /** One line per rule, in the manifest's order; empty after an evaluation error. */
  readonly trace: readonly RuleTrace[];
}

/**
 * Decides a request (contract docs/spec/policies.md). Deny overrides require_approval overrides allow; if nothing matches,
 * `default_effect`; any error is a deny. What the request leaves open (an absent attribute, one of another type, an unknown risk tier) can
 * only restrict: of the possible outcomes, the strictest counts. So omitting an attribute never avoids a deny, an approval or an
 * obligation, and never opens anything.
 * @example evaluatePolicy(manifest, { target: { kind: 'mcp_server', serverId: 'srv_crm', toolId: 'search' }, action: 'tool.invoke' })
 */
export const evaluatePolicy = (manifest: PolicyManifest, request: PolicyRequest): PolicyDecision => {
  try {
    assertDecidableManifest(manifest);
    assertDecidableRequest(request);
    const matches = manifest.rules.map((rule) => ({ rule, trace: matchRule(rule, request) }));
    return decide(manifest, matches);
  } catch (error) {
    return { ...failedBy(error), trace: [] };
  }
};

interface Match {
  readonly rule: PolicyRule;
  readonly trace: RuleTrace;
}

const decide = (manifest: PolicyManifest, matches: readonly Match[]): PolicyDecision => {
  const effect = effectOf(manifest, matches);
  const deciding = matches.filter((match) => match.rule.effect === effect && counts(match));
  const rules = deciding.map((match) => match.rule).sort(compareRules);
  return {
    effect,
    reasonCode: rules[0]?.reason_code ?? NO_RULE_MATCHED,
    decidedBy: rules.map((rule) => rule.rule_id),
    approvals: effect === 'require_approval' ? approvalsOf(deciding) : [],
    obligations: obligationsOf(effect === 'deny' ? deciding : matches.filter(mayApply)),
    trace: matches.map((match) => match.trace),
  };
};

// The outcome of the rules that surely match, made stricter by those that may.
const effectOf = (manifest: PolicyManifest, matches: readonly Match[]): PolicyEffect => {
  const has = (effect: PolicyEffect, test: (match: Match) => boolean): boolean =>
    matches.some((match) => match.rule.effect === effect && test(match));
  if (has('deny', mayApply)) return 'deny';
  if (has('require_approval', matched)) return 'require_approval';
  const open = has('allow', matched) || manifest.default_effect === 'allow';
  if (!open) return 'deny';
  return has('require_approval', mayApply) ? 'require_approval' : 'allow';
};

const matched = (match: Match): boolean => match.trace.outcome === 'matched';

const mayApply = (match: Match): boolean => match.trace.outcome !== 'not_matched';

// An undecidable rule can cause a deny or an approval, never an allow.
const counts = (match: Match): boolean => (match.rule.effect === 'allow' ? matched(match) : mayApply(match));

const approvalsOf = (deciding: readonly Match[]): readonly RequiredApproval[] =>
  shortestByRole(deciding.flatMap(({ rule }) => requiredBy(rule)));

const obligationsOf = (applying: readonly Match[]): readonly PolicyObligation[] =>
  eachOnce(
    applying.flatMap(({ rule }) => rule.obligations ?? []),
    obligationText,
  );
