import { changedFields } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import type { PolicyChange } from './policy-change.js';
import type { PolicyVersion } from './policy-version.js';
import { NO_GUARDED_FACTS, policyVersionMachine } from './policy-version.machine.js';

/** Archives a draft or superseded version permanently; anything else, an archived one too, is `invalid_state` (docs/spec/policies.md). */
export const decideArchive = (
  target: PolicyVersion,
  facts: { readonly now: Instant; readonly actorId: string },
): Result<PolicyChange> => {
  const stepped = step(policyVersionMachine, target.status, 'archive', NO_GUARDED_FACTS);
  if (!stepped.moved) return refuse('invalid_state');
  const policyVersion: PolicyVersion = {
    ...target,
    status: stepped.to,
    archivedAt: facts.now,
    archivedBy: facts.actorId,
    updatedAt: facts.now,
  };
  return ok({ policyVersion, changedFields: changedFields(target, policyVersion) });
};
