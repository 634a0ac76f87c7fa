import type { PolicyVersion } from './policy-version.js';

/** A version to be written, and the names of the changed fields for the audit event. */
export interface PolicyChange {
  readonly policyVersion: PolicyVersion;
  readonly changedFields: readonly string[];
}
