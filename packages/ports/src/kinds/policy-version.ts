import type { PolicyVersion } from '@govgate/domain';
import { defineKind, text } from '../record-kind.js';

/** Policy versions. The unique rule allows one active version per environment, whatever races (docs/spec/policies.md). */
export const policyVersionKind = defineKind<PolicyVersion>()({
  name: 'policy_version',
  scoping: 'environment',
  governed: true,
  idOf: (policy) => policy.policyVersion,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    status: text((policy: PolicyVersion) => policy.status),
    ownerTeam: text((policy: PolicyVersion) => policy.owner.team),
  },
  uniques: { one_active: (policy) => (policy.status === 'active' ? 'active' : null) },
  lists: { filters: ['ownerTeam', 'status'] },
});
