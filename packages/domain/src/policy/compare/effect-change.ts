import type { PolicyEffect } from '../manifest.js';
import type { PolicyRequest } from '../policy-request.js';

/** Effects on calls, from the most opening to the most restricting. */
export const EFFECT_CHANGE_CLASSES = [
  'newly_allowed',
  'approval_dropped',
  'newly_approvable',
  'approval_added',
  'newly_denied',
] as const;
export type EffectChangeClass = (typeof EFFECT_CHANGE_CLASSES)[number];

const CLASSES: Readonly<Record<PolicyEffect, Readonly<Partial<Record<PolicyEffect, EffectChangeClass>>>>> = {
  deny: { allow: 'newly_allowed', require_approval: 'newly_approvable' },
  require_approval: { allow: 'approval_dropped', deny: 'newly_denied' },
  allow: { require_approval: 'approval_added', deny: 'newly_denied' },
};

/** The class of a change between effects; undefined if nothing changes. */
export const effectChangeClass = (before: PolicyEffect, after: PolicyEffect): EffectChangeClass | undefined =>
  CLASSES[before][after];

/** An effect, and a rule that caused it; null: the default did. */
export interface DecidedEffect {
  readonly effect: PolicyEffect;
  readonly ruleId: string | null;
}

/** Calls decided differently by two policies: decided by one given rule before, and by another after. */
export interface EffectChange {
  readonly class: EffectChangeClass;
  /** The rules of both sides, the earlier first. */
  readonly ruleIds: readonly string[];
  readonly before: DecidedEffect;
  readonly after: DecidedEffect;
  /** A witness call. */
  readonly witness: PolicyRequest;
}

/** Rules for which it is unknown whether calls change between them: the search was abandoned. */
export interface UndecidedChange {
  readonly class: EffectChangeClass;
  readonly ruleIds: readonly string[];
}

/** The effect on calls of replacing one policy by another. If both lists are empty, every call gets the same effect as before. */
export interface PolicyComparison {
  readonly changes: readonly EffectChange[];
  readonly undecided: readonly UndecidedChange[];
}
