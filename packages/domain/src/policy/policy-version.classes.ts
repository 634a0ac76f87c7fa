import { defineClasses } from '../redaction/classes.js';
import type { PolicyVersion } from './policy-version.js';

/** Classes of a policy version's fields. The submitted text is as readable as the body: its comments are scanned like any text. */
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
  submittedText: 'public',
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
