import { Undecidable } from './assert-decidable.js';
import type { PolicyApproval, PolicyEffect, PolicyObligation } from './manifest.js';

/** An approval that a decision requires, and the rule to request it for. */
export interface RequiredApproval extends PolicyApproval {
  readonly rule_id: string;
}

/** A policy's answer to a request (contract docs/spec/policies.md). It does not depend on the order of the rules. */
export interface PolicyOutcome {
  readonly effect: PolicyEffect;
  /** From the deciding rule with the first id; `no_rule_matched` or `evaluation_error` if no rule decided. */
  readonly reasonCode: string;
  /** The sorted ids of the rules that brought about the effect; empty if the default or an error decided. */
  readonly decidedBy: readonly string[];
  /** Required approvals in the manifest's spelling: each role once, for the rule with the shortest time. Empty unless approval is required. */
  readonly approvals: readonly RequiredApproval[];
  /** Further obligations of the gateway in the manifest's spelling, each once. */
  readonly obligations: readonly PolicyObligation[];
  /** After an evaluation error, what could not be decided on: `request.target.toolId`, `manifest.rules[2].effect`. */
  readonly field?: string;
}

/**
 * The reason code when no rule matched, so that the default decided.
 * @public Gateways compare with it.
 */
export const NO_RULE_MATCHED = 'no_rule_matched';
/**
 * The reason code when the manifest or request is undecidable: a deny.
 * @public Gateways compare with it.
 */
export const EVALUATION_ERROR = 'evaluation_error';

const NONE: readonly never[] = Object.freeze([]);

/** The answer to every undecidable request: an error denies. */
export const FAILED_EVALUATION: PolicyOutcome = Object.freeze({
  effect: 'deny',
  reasonCode: EVALUATION_ERROR,
  decidedBy: NONE,
  approvals: NONE,
  obligations: NONE,
});

/** The same with what could not be decided on, where that is known. */
export const failedBy = (error: unknown): PolicyOutcome =>
  error instanceof Undecidable ? { ...FAILED_EVALUATION, field: error.field } : FAILED_EVALUATION;
