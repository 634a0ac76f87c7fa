import { defineClasses } from '../redaction/classes.js';
import type { PolicyVersion } from './policy-version.js';

/** Classes of a policy version's fields. The submitted text can contain unchecked comments, so it stays inside. */
export const policyVersionClasses = defineClasses<PolicyVersion>()({
  policyVersion: 'public',
  status: 'public',
  tenantId: 'public',
  environmentId: 'public',
  owner: 'public',
  source: 'public',
  description: 'public',
  bodyFormat: 'public',
  body: 'public',
  submittedText: 'secret',
  manifestHash: 'public',
  validation: 'public',
  tests: 'public',
  previousPolicyVersion: 'public',
  lastPublishedAt: 'public',
  lastPublishedBy: 'public',
  archivedAt: 'public',
  archivedBy: 'public',
  createdAt: 'public',
  updatedAt: 'public',
});
