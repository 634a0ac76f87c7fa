import type { Instant } from '../instant.js';
import type { ManifestFinding } from './manifest-finding.js';
import type { ManifestBody, PolicyValidation } from './policy-version.js';

/** The validation of a version not validated since its manifest was written. */
export const notValidated = (body: ManifestBody): PolicyValidation => ({
  valid: false,
  status: 'not_validated',
  checkedAt: null,
  checkedBy: null,
  ruleCount: ruleCountOf(body),
  errors: [],
});

/** The validation resulting from a set of findings. */
export const validationOf = (
  body: ManifestBody,
  findings: readonly ManifestFinding[],
  checked: { readonly now: Instant; readonly actorId: string },
): PolicyValidation => ({
  valid: findings.length === 0,
  status: findings.length === 0 ? 'valid' : 'invalid',
  checkedAt: checked.now,
  checkedBy: checked.actorId,
  ruleCount: ruleCountOf(body),
  errors: findings,
});

/** The number of rules in a manifest; 0 without a list of rules. */
const ruleCountOf = (body: ManifestBody): number =>
  Object.hasOwn(body, 'rules') && Array.isArray(body.rules) ? body.rules.length : 0;
