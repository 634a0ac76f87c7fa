import { changedFields } from '../decided.js';
import type { Instant } from '../instant.js';
import { type Step, step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { ManifestFinding } from './manifest-finding.js';
import { validationOf } from './policy-validation.js';
import type { PolicyStatus, PolicyValidation, PolicyVersion } from './policy-version.js';
import { NO_GUARDED_FACTS, policyVersionMachine } from './policy-version.machine.js';

export interface PublishFacts {
  /** The hash sent by the caller. */
  readonly manifestHash: string;
  /** The result of validating now; a stored one is never trusted. */
  readonly findings: readonly ManifestFinding[];
  readonly now: Instant;
  readonly actorId: string;
}

export type PublishDecision =
  | {
      readonly kind: 'published';
      readonly policyVersion: PolicyVersion;
      /** The previously active version, to be written in the same commit. */
      readonly superseded: PolicyVersion | null;
      readonly changedFields: readonly string[];
    }
  /** The version is already active: nothing to write, nothing to audit. */
  | { readonly kind: 'already_active'; readonly policyVersion: PolicyVersion }
  /** Nothing changes; the answer is the publish result with this validation (422), the failure is audited. */
  | { readonly kind: 'invalid'; readonly validation: PolicyValidation };

/**
 * Whether and how a version becomes the active one of its environment (docs/spec/policies.md#states). Checked in this order: hash
 * (`manifest_hash_mismatch`), state (`invalid_state`), validation. `conflict`: what was read as the active version is no longer active, so
 * the caller must read again.
 */
export const decidePublish = (
  target: PolicyVersion,
  currentActive: PolicyVersion | undefined,
  facts: PublishFacts,
): Result<PublishDecision> => {
  const validation = validationOf(target.body, facts.findings, facts);
  const stepped = publishStep(target, facts.manifestHash, validation.valid);
  if (!stepped.moved && stepped.because === 'guard' && stepped.guard === 'hash_matches')
    return refuse('manifest_hash_mismatch', 'manifest_hash');
  if (target.status === 'active') return ok({ kind: 'already_active', policyVersion: target });
  if (!stepped.moved && stepped.because === 'no_transition') return refuse('invalid_state');
  if (!stepped.moved) return ok({ kind: 'invalid', validation });
  return published(target, currentActive, { ...facts, status: stepped.to, validation });
};

// A wrong hash is reported in every state, even where no row offers a publish.
const publishStep = (
  target: PolicyVersion,
  manifestHash: string,
  validationPasses: boolean,
): Step<PolicyStatus, 'hash_matches' | 'validation_passes'> => {
  const hashMatches = manifestHash === target.manifestHash;
  if (!hashMatches) return { moved: false, because: 'guard', guard: 'hash_matches' };
  return step(policyVersionMachine, target.status, 'publish', {
    hash_matches: hashMatches,
    validation_passes: validationPasses,
  });
};

const published = (
  target: PolicyVersion,
  currentActive: PolicyVersion | undefined,
  facts: PublishFacts & { readonly status: PolicyStatus; readonly validation: PolicyValidation },
): Result<PublishDecision> => {
  const superseded = currentActive === undefined ? null : supersede(currentActive, facts.now);
  if (superseded === undefined) return refuse('conflict');
  const policyVersion: PolicyVersion = {
    ...target,
    status: facts.status,
    validation: facts.validation,
    previousPolicyVersion: superseded?.policyVersion ?? null,
    lastPublishedAt: facts.now,
    lastPublishedBy: facts.actorId,
    updatedAt: facts.now,
  };
  return ok({
    kind: 'published',
    policyVersion,
    superseded,
    changedFields: changedFields(target, policyVersion),
  });
};

const supersede = (active: PolicyVersion, now: Instant): PolicyVersion | undefined => {
  const stepped = step(policyVersionMachine, active.status, 'supersede', NO_GUARDED_FACTS);
  return stepped.moved ? { ...active, status: stepped.to, updatedAt: now } : undefined;
};
