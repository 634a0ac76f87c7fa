import type { AppliedSet } from '@govgate/domain';
import { defineKind } from '../record-kind.js';

/** What was last applied from files, by the name of the set. */
export const appliedSetKind = defineKind<AppliedSet>()({
  name: 'applied_set',
  scoping: 'tenant',
  governed: true,
  idOf: (set) => set.setId,
  scopeOf: ({ tenantId }) => ({ tenantId }),
});
