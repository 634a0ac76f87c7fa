import type { Instant } from '../instant.js';
import type { ManifestFinding } from './manifest-finding.js';
import type { ManifestBody, PolicyValidation } from './policy-version.js';

/** The validation of a version that nobody validated since its manifest was written. */
export const notValidated = (body: ManifestBody): PolicyValidation => ({
  valid: false,
  status: 'not_validated',
  checkedAt: null,
  checkedBy: null,
  ruleCount: ruleCountOf(body),
  errors: [],
});

/** The validation that a set of findings amounts to. */
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

/** How many rules a manifest has; 0 where it has no list of rules. */
const ruleCountOf = (body: ManifestBody): number =>
  Object.hasOwn(body, 'rules') && Array.isArray(body.rules) ? body.rules.length : 0;
