import type { PolicyVersion } from './policy-version.js';

/** A version as it shall be written, and the names of the fields that differ from before, for the audit event. */
export interface PolicyChange {
  readonly policyVersion: PolicyVersion;
  readonly changedFields: readonly string[];
}
