import { canonicalJson, type Json } from '../canonical-json.js';
import { compareText } from '../text-order.js';
import {
  DEFAULT_EFFECTS,
  MANIFEST_VERSION,
  POLICY_ACTIONS,
  POLICY_EFFECTS,
  type PolicyApproval,
  type PolicyEffect,
  type PolicyManifest,
  type PolicyObligation,
  type PolicyRule,
} from './manifest.js';
import { matchRule, type RuleTrace } from './match-rule.js';
import type { PolicyRequest } from './policy-request.js';

/** What a policy says about a request, and why. Nothing in it but the trace's order depends on the order of the rules. */
export interface PolicyDecision {
  readonly effect: PolicyEffect;
  /** Of the deciding rule with the first id; `no_rule_matched` or `evaluation_error` where no rule decided. */
  readonly reasonCode: string;
  /** The ids of the rules that have the effect and brought it about, sorted; empty where the default or an error decided. */
  readonly decidedBy: readonly string[];
  /** Who must approve, as the manifest spells it: each role once, with the shortest time. Empty unless approval is required. */
  readonly approvals: readonly PolicyApproval[];
  /** What else the gateway must do, as the manifest spells it, each once. */
  readonly obligations: readonly PolicyObligation[];
  /** One line for each rule, in the manifest's order; empty after an evaluation error. */
  readonly trace: readonly RuleTrace[];
}

/**
 * The reason code of a decision that no rule made.
 *
 * @public Gateways compare with it.
 */
export const NO_RULE_MATCHED = 'no_rule_matched';
/**
 * The reason code of a decision that could not be made.
 *
 * @public Gateways compare with it.
 */
export const EVALUATION_ERROR = 'evaluation_error';

/**
 * Decides a request (contract decisions, section 3). Deny overrides require_approval overrides allow; where nothing matches,
 * `default_effect`; any error is a deny. What the request leaves open (an absent attribute, one of another type, an unknown risk
 * tier) can only restrict: of the outcomes it could have, the strictest counts. So leaving out an attribute never escapes a deny, an
 * approval or an obligation, and never opens anything.
 *
 * @example evaluatePolicy(manifest, { target: { kind: 'mcp_server', serverId: 'srv_crm', toolId: 'search' }, action: 'tool.invoke' })
 */
export const evaluatePolicy = (manifest: PolicyManifest, request: PolicyRequest): PolicyDecision => {
  try {
    assertDecidable(manifest, request);
    const matches = manifest.rules.map((rule) => ({ rule, trace: matchRule(rule, request) }));
    return decide(manifest, matches);
  } catch {
    return ERROR;
  }
};

const ERROR: PolicyDecision = {
  effect: 'deny',
  reasonCode: EVALUATION_ERROR,
  decidedBy: [],
  approvals: [],
  obligations: [],
  trace: [],
};

interface Match {
  readonly rule: PolicyRule;
  readonly trace: RuleTrace;
}

// Types promise all this, but a gateway may load a manifest that nobody validated.
const assertDecidable = (manifest: PolicyManifest, request: PolicyRequest): void => {
  const { action, target } = request;
  const part = target.kind === 'mcp_server' ? target.toolId : target.operationId;
  const whole = target.kind === 'mcp_server' ? target.serverId : target.apiSourceId;
  const sound =
    manifest.manifest_version === MANIFEST_VERSION &&
    DEFAULT_EFFECTS.includes(manifest.default_effect) &&
    manifest.rules.every((rule) => POLICY_EFFECTS.includes(rule.effect)) &&
    POLICY_ACTIONS.includes(action) &&
    typeof whole === 'string' &&
    (action !== 'tool.invoke' || typeof part === 'string');
  if (!sound) throw new Error('the manifest or the request cannot be decided on');
};

const decide = (manifest: PolicyManifest, matches: readonly Match[]): PolicyDecision => {
  const effect = effectOf(manifest, matches);
  const deciding = matches.filter((match) => match.rule.effect === effect && counts(match));
  const decidedBy = deciding.map((match) => match.rule.rule_id).sort(compareText);
  const first = deciding.find((match) => match.rule.rule_id === decidedBy[0]);
  return {
    effect,
    reasonCode: first?.rule.reason_code ?? NO_RULE_MATCHED,
    decidedBy,
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

// An undecidable rule can bring about a deny or an approval, never an allow.
const counts = (match: Match): boolean => (match.rule.effect === 'allow' ? matched(match) : mayApply(match));

const approvalsOf = (deciding: readonly Match[]): PolicyApproval[] => {
  const shortest = new Map<string, PolicyApproval>();
  for (const { rule } of deciding) {
    if (rule.approval === undefined) throw new Error('no approval where one is required');
    const known = shortest.get(rule.approval.approver_role);
    if (known === undefined || rule.approval.ttl_seconds < known.ttl_seconds)
      shortest.set(rule.approval.approver_role, rule.approval);
  }
  return [...shortest.values()].sort((a, b) => compareText(a.approver_role, b.approver_role));
};

const obligationsOf = (applying: readonly Match[]): PolicyObligation[] => {
  const byText = new Map<string, PolicyObligation>();
  for (const { rule } of applying) {
    for (const obligation of rule.obligations ?? [])
      byText.set(canonicalJson({ ...obligation } as Json), obligation);
  }
  return [...byText.entries()].sort(([a], [b]) => compareText(a, b)).map(([, obligation]) => obligation);
};
