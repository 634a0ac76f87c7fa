import { compareRules } from '../compare-rules.js';
import { obligationText, requiredBy, shortestByRole } from '../duties.js';
import type { PolicyEffect, PolicyRule } from '../manifest.js';
import type { RequiredApproval } from '../policy-outcome.js';
import { NO_RULE_MATCHED, type PolicyOutcome } from '../policy-outcome.js';
import { indexObligations } from './obligation-index.js';
import { countShared, listShared, type RuleSet, sharedInto } from './rule-set.js';

/** Makes a decision's outcome: the rules in both sets of one pair decided it, those in another pair have obligations. */
export type MakeOutcome = (
  effect: PolicyEffect,
  set: RuleSet,
  mask: RuleSet,
  applying: RuleSet,
  obliging: RuleSet,
) => PolicyOutcome;

/** Up to this many deciding rules are listed eagerly; more are listed on demand, so that nobody else waits. */
const LISTED_AT_ONCE = 32;

const NONE: readonly never[] = Object.freeze([]);

/** Makes the outcomes for rules by index. */
export const makeOutcomes = (rules: readonly PolicyRule[]): MakeOutcome => {
  const obligations = indexObligations(
    rules.map((rule) => rule.obligations ?? []),
    obligationText,
  );
  const approvals = indexObligations(rules.map(requiredBy), approvalText);
  const listed = makeListing(rules);
  return (effect, set, mask, applying, obliging) => {
    const duties = {
      approvals: effect === 'require_approval' ? shortestByRole(approvals.due(set, mask)) : NONE,
      obligations: obligations.due(applying, obliging),
    };
    if (countShared(set, mask) <= LISTED_AT_ONCE) return { effect, ...listed(set, mask), ...duties };
    // The sets are scratch that the next decision overwrites.
    const kept = new Uint32Array(set.length);
    sharedInto(set, mask, mask, kept);
    return {
      effect,
      get reasonCode() {
        return listed(kept, kept).reasonCode;
      },
      get decidedBy() {
        return listed(kept, kept).decidedBy;
      },
      ...duties,
    };
  };
};

const makeListing = (rules: readonly PolicyRule[]) => {
  const rank = ranksOf(rules);
  return (set: RuleSet, mask: RuleSet): Pick<PolicyOutcome, 'reasonCode' | 'decidedBy'> => {
    const deciding = listShared(set, mask).sort((a, b) => (rank[a] as number) - (rank[b] as number));
    return {
      reasonCode: rules[deciding[0] as number]?.reason_code ?? NO_RULE_MATCHED,
      decidedBy: deciding.map((rule) => (rules[rule] as PolicyRule).rule_id),
    };
  };
};

const ranksOf = (rules: readonly PolicyRule[]): readonly number[] => {
  const order = rules.map((_, place) => place);
  order.sort((a, b) => compareRules(rules[a] as PolicyRule, rules[b] as PolicyRule));
  const ranks: number[] = [];
  order.forEach((place, rank) => {
    ranks[place] = rank;
  });
  return ranks;
};

// Rules of a manifest that was never validated may share an id.
const approvalText = ({ rule_id, approver_role, ttl_seconds }: RequiredApproval): string =>
  `${rule_id} ${approver_role} ${ttl_seconds}`;
