import type { PolicyEffect } from '../manifest.js';
import type { PolicyRequest } from '../policy-request.js';

/** What becomes of calls, from what opens most to what closes most. */
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

/** The class of a change from one effect to another; undefined where nothing changes. */
export const effectChangeClass = (before: PolicyEffect, after: PolicyEffect): EffectChangeClass | undefined =>
  CLASSES[before][after];

/** An effect, and a rule that brought it about; null: the default did. */
export interface DecidedEffect {
  readonly effect: PolicyEffect;
  readonly ruleId: string | null;
}

/** Calls that a policy decides otherwise than another: those that one rule decided before, and one decides after. */
export interface EffectChange {
  readonly class: EffectChangeClass;
  /** The rules of both sides, the one before first. */
  readonly ruleIds: readonly string[];
  readonly before: DecidedEffect;
  readonly after: DecidedEffect;
  /** A call of them. */
  readonly witness: PolicyRequest;
}

/** Rules of which it is not known whether calls change between them: the search for one was given up. */
export interface UndecidedChange {
  readonly class: EffectChangeClass;
  readonly ruleIds: readonly string[];
}

/** What becomes of calls when one policy takes the place of another. With both lists empty every call gets the same effect as before. */
export interface PolicyComparison {
  readonly changes: readonly EffectChange[];
  readonly undecided: readonly UndecidedChange[];
}
