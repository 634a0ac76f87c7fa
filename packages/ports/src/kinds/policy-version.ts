import type { PolicyVersion } from '@govgate/domain';
import { defineKind, searchable, text } from '../record-kind.js';

/** Policy versions. The unique rule allows one active version per environment, whatever races (docs/spec/policies.md). */
export const policyVersionKind = defineKind<PolicyVersion>()({
  name: 'policy_version',
  scoping: 'environment',
  governed: true,
  idOf: (policy) => policy.policyVersion,
  scopeOf: ({ tenantId, environmentId }) => ({ tenantId, environmentId }),
  attributes: {
    name: searchable((policy: PolicyVersion) => [policy.policyVersion]),
    createdAt: text((policy: PolicyVersion) => policy.createdAt),
    updatedAt: text((policy: PolicyVersion) => policy.updatedAt),
    status: text((policy: PolicyVersion) => policy.status),
    ownerTeam: text((policy: PolicyVersion) => policy.owner.team),
  },
  uniques: { one_active: (policy) => (policy.status === 'active' ? 'active' : null) },
  indexes: [['name'], ['createdAt'], ['updatedAt']],
  lists: { filters: ['ownerTeam', 'status'] },
});
