import { changedFields } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { ManifestFinding } from './manifest-finding.js';
import type { PolicyChange } from './policy-change.js';
import { validationOf } from './policy-validation.js';
import type { PolicyVersion } from './policy-version.js';
import { NO_GUARDED_FACTS, policyVersionMachine } from './policy-version.machine.js';

/** Stores the result of a validation. An active version stays active whatever the result; an archived one is `invalid_state`. */
export const decideValidate = (
  target: PolicyVersion,
  findings: readonly ManifestFinding[],
  facts: { readonly now: Instant; readonly actorId: string },
): Result<PolicyChange> => {
  const stepped = step(policyVersionMachine, target.status, 'validate', NO_GUARDED_FACTS);
  if (!stepped.moved) return refuse('invalid_state');
  const policyVersion: PolicyVersion = {
    ...target,
    status: stepped.to,
    validation: validationOf(target.body, findings, facts),
    updatedAt: facts.now,
  };
  return ok({ policyVersion, changedFields: changedFields(target, policyVersion) });
};
