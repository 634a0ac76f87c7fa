import { runToEnd } from '../run-to-end.js';
import { assertDecidableManifest } from './assert-decidable.js';
import { makeOutcomes } from './compiled/make-outcomes.js';
import { buildRuleMatcher, type RuleMatcher } from './compiled/rule-matcher.js';
import { share } from './compiled/rule-set.js';
import type { PolicyManifest } from './manifest.js';
import { FAILED_EVALUATION, NO_RULE_MATCHED, type PolicyOutcome } from './policy-outcome.js';
import type { PolicyRequest } from './policy-request.js';

/** A policy compiled for many decisions. */
export interface CompiledPolicy {
  /** Decides one request; an undecidable one is denied, and nothing throws. */
  decide(request: PolicyRequest): PolicyOutcome;
  /** Decides several requests independently, in order. */
  decideMany(requests: readonly PolicyRequest[]): PolicyOutcome[];
}

/**
 * Compiles a policy to decide many requests (contract decisions, section 16): rules are indexed by subject, target, action and attribute,
 * so that a decision among a thousand rules takes about as long as among ten. It agrees with `evaluatePolicy`, without the trace; an
 * undecidable manifest gives a policy that denies everything. Later changes to the manifest have no effect.
 * @example const policy = compilePolicy(manifest); policy.decide(request).effect // 'allow'
 */
export const compilePolicy = (manifest: PolicyManifest): CompiledPolicy => {
  const decide = compile(manifest);
  return { decide, decideMany: (requests) => requests.map((request) => decide(request)) };
};

type Decide = CompiledPolicy['decide'];

const compile = (manifest: PolicyManifest): Decide => {
  try {
    const own = JSON.parse(JSON.stringify(manifest)) as PolicyManifest;
    assertDecidableManifest(own);
    const decide = decideBy(runToEnd(buildRuleMatcher(own.rules)), own.default_effect === 'allow');
    return (request) => attempt(decide, request);
  } catch {
    return () => FAILED_EVALUATION;
  }
};

const attempt = (decide: Decide, request: PolicyRequest): PolicyOutcome => {
  try {
    return decide(request);
  } catch {
    return FAILED_EVALUATION;
  }
};

const decideBy = (matcher: RuleMatcher, isOpen: boolean): Decide => {
  const { denying, approving, allowing, all } = matcher;
  const tell = makeOutcomes(matcher.rules);
  return (request) => {
    const { applying, matched } = matcher.meet(request);
    if (share(applying, denying)) return tell('deny', applying, denying, applying, denying);
    const passes = isOpen || share(matched, allowing);
    if (share(applying, approving) && (passes || share(matched, approving)))
      return tell('require_approval', applying, approving, applying, all);
    return passes ? tell('allow', matched, allowing, applying, all) : DENIED_BY_DEFAULT;
  };
};

const DENIED_BY_DEFAULT: PolicyOutcome = Object.freeze({ ...FAILED_EVALUATION, reasonCode: NO_RULE_MATCHED });
