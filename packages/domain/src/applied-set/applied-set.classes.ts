import { defineClasses } from '../redaction/classes.js';
import type { AppliedSet } from './applied-set.js';

/** Field classes of what was applied from files. */
export const appliedSetClasses = defineClasses<AppliedSet>()({
  tenantId: 'public',
  setId: 'public',
  planDigest: 'public',
  resources: 'public',
  recordedAt: 'public',
});
