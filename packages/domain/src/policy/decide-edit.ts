import type { Sha256Hex } from '../canonical-json.js';
import { changedFields } from '../decided.js';
import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import { ok, type Result, refuse } from '../result.js';
import { contentFields } from './decide-draft.js';
import { type DraftContent, hashOfContent } from './draft-content.js';
import type { PolicyChange } from './policy-change.js';
import { notValidated } from './policy-validation.js';
import type { PolicyVersion } from './policy-version.js';
import { NO_GUARDED_FACTS, policyVersionMachine } from './policy-version.machine.js';

/**
 * Replaces a draft's content; every other state is `invalid_state`. A different manifest, or a different text of it, is unvalidated. No
 * changed fields: the draft already has this content, and there is nothing to write.
 */
export const decideEdit = (
  target: PolicyVersion,
  content: DraftContent,
  facts: { readonly now: Instant },
  hash?: Sha256Hex,
): Result<PolicyChange> => {
  const hashed = hashOfContent(content, hash);
  if (!hashed.ok) return hashed;
  const stepped = step(policyVersionMachine, target.status, 'edit', NO_GUARDED_FACTS);
  if (!stepped.moved) return refuse('invalid_state');
  const edited: PolicyVersion = { ...target, ...contentFields(content), manifestHash: hashed.value };
  const changedContent = changedFields(target, edited);
  if (changedContent.length === 0) return ok({ policyVersion: target, changedFields: [] });
  const rewritten = changedContent.some((field) => field === 'manifestHash' || field === 'submittedText');
  const policyVersion: PolicyVersion = {
    ...edited,
    status: stepped.to,
    validation: rewritten ? notValidated(content.body) : target.validation,
    updatedAt: facts.now,
  };
  return ok({ policyVersion, changedFields: changedFields(target, policyVersion) });
};
