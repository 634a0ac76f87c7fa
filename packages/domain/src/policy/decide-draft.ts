import type { Sha256Hex } from '../canonical-json.js';
import type { Instant } from '../instant.js';
import { ok, type Result } from '../result.js';
import type { Scope } from '../scope.js';
import { type DraftContent, hashOfContent } from './draft-content.js';
import { notValidated } from './policy-validation.js';
import type { PolicyVersion } from './policy-version.js';

/** A new, unvalidated draft of an environment's policy. Refuses what must never be stored (`hashOfContent`). */
export const decideDraft = (
  content: DraftContent,
  facts: { readonly policyVersion: string; readonly scope: Scope; readonly now: Instant },
  hash?: Sha256Hex,
): Result<PolicyVersion> => {
  const hashed = hashOfContent(content, hash);
  if (!hashed.ok) return hashed;
  return ok({
    policyVersion: facts.policyVersion,
    status: 'draft',
    tenantId: facts.scope.tenantId,
    environmentId: facts.scope.environmentId,
    ...contentFields(content),
    bodyFormat: 'gateway_manifest_v1',
    manifestHash: hashed.value,
    validation: notValidated(content.body),
    previousPolicyVersion: null,
    lastPublishedAt: null,
    lastPublishedBy: null,
    archivedAt: null,
    archivedBy: null,
    createdAt: facts.now,
    updatedAt: facts.now,
  });
};

/** Only the content, whatever else the caller's object carries. */
export const contentFields = (content: DraftContent): DraftContent => ({
  owner: content.owner,
  source: content.source,
  description: content.description,
  body: content.body,
  submittedText: content.submittedText,
});
