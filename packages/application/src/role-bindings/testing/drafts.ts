import { type Bench, makeBench, PRODUCTION, TENANT } from '../../testing/use-case-bench.js';
import type { RoleBindingInput } from '../judge-role-binding.js';

/** The input of a create or a preview: bob as a viewer of production. */
export const draft = (over: Partial<RoleBindingInput> = {}): RoleBindingInput => ({
  tenantId: TENANT,
  role: 'viewer',
  subject: { subjectType: 'user', subjectId: 'bob' },
  scope: { scopeType: 'environment', environmentId: PRODUCTION },
  reasonCode: 'joined_team',
  reason: 'New in the team',
  notBefore: null,
  expiresAt: null,
  ...over,
});

/** A bench on which ada may grant every role. */
export const adminBench = async (): Promise<Bench> => {
  const bench = await makeBench();
  await bench.grant('ada', 'security_admin');
  await bench.grant('ada', 'platform_admin');
  return bench;
};
