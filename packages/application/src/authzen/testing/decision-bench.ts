import type { ManifestBody, PolicyRule, PolicyVersion } from '@govgate/domain';
import { policyOf } from '@govgate/domain/testing';
import { policyVersionKind } from '@govgate/ports';
import { type Bench, makeBench, PRODUCTION } from '../../testing/use-case-bench.js';

export const rule = (over: Partial<PolicyRule>): PolicyRule => ({
  rule_id: 'rule',
  effect: 'allow',
  subjects: {},
  // Any type of resource: one that no rule names is unknown.
  targets: { api_source_ids: ['*'] },
  reason_code: 'because',
  ...over,
});

export const manifest = (...rules: PolicyRule[]): ManifestBody =>
  ({ manifest_version: '1.0', default_effect: 'deny', rules }) as unknown as ManifestBody;

/** A version, in any state. */
export const version = (policyVersion: string, body: ManifestBody, over: Partial<PolicyVersion> = {}) =>
  policyOf({ policyVersion, body, owner: { userId: 'ada', team: 'payments' }, ...over });

/** A tenant with an active policy of these rules; eve asks as its data plane. */
export const bench = async (...rules: PolicyRule[]): Promise<Bench> => {
  const made = await makeBench();
  await made.grant('eve', 'data_plane_agent', { scopeType: 'environment', environmentId: PRODUCTION });
  await made.grant('ada', 'security_admin');
  await made.grant('ada', 'platform_admin');
  await made.put(policyVersionKind, version('pv_1', manifest(...rules), { status: 'active' }));
  return made;
};
