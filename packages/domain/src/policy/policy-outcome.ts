import type { PolicyApproval, PolicyEffect, PolicyObligation } from './manifest.js';

/** What a policy says about a request (contract decisions, section 3). Nothing in it depends on the order of the rules. */
export interface PolicyOutcome {
  readonly effect: PolicyEffect;
  /** Of the deciding rule with the first id; `no_rule_matched` or `evaluation_error` where no rule decided. */
  readonly reasonCode: string;
  /** The ids of the rules that have the effect and brought it about, sorted; empty where the default or an error decided. */
  readonly decidedBy: readonly string[];
  /** Who must approve, as the manifest spells it: each role once, with the shortest time. Empty unless approval is required. */
  readonly approvals: readonly PolicyApproval[];
  /** What else the gateway must do, as the manifest spells it, each once. */
  readonly obligations: readonly PolicyObligation[];
}

/**
 * The reason code where no rule matched, so that the default decided.
 *
 * @public Gateways compare with it.
 */
export const NO_RULE_MATCHED = 'no_rule_matched';
/**
 * The reason code where manifest or request cannot be decided on: a deny.
 *
 * @public Gateways compare with it.
 */
export const EVALUATION_ERROR = 'evaluation_error';

const NONE: readonly never[] = Object.freeze([]);

/** What every request that cannot be decided gets: an error denies. */
export const FAILED_EVALUATION: PolicyOutcome = Object.freeze({
  effect: 'deny',
  reasonCode: EVALUATION_ERROR,
  decidedBy: NONE,
  approvals: NONE,
  obligations: NONE,
});
