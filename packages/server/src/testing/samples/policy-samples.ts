import { canonicalHash, type Json, type ManifestBody, type PolicyVersion } from '@govgate/domain';
import { decideDraft } from '@govgate/domain/internal';
import { PRODUCTION, TEAM, TENANT } from '../worlds/world.js';

/** A manifest as an author would write one. */
export const sampleManifest = (defaultEffect: 'deny' | 'allow' = 'deny'): ManifestBody => ({
  manifest_version: '1.0',
  default_effect: defaultEffect,
  rules: [
    {
      rule_id: 'allow-search',
      effect: 'allow',
      subjects: { groups: ['operators'] },
      targets: { server_ids: ['srv_search'], max_risk_tier: 'medium' },
      actions: ['tool.invoke'],
      reason_code: 'search_is_open',
    },
    {
      rule_id: 'ask-for-writes',
      effect: 'require_approval',
      subjects: {},
      targets: { max_risk_tier: 'high' },
      approval: { approver_role: 'security_admin', ttl_seconds: 600 },
      reason_code: 'writes_need_approval',
    },
  ],
});

export const sampleHash = (manifest: ManifestBody = sampleManifest()): string =>
  canonicalHash(manifest as Json);

/** A draft as the store holds it. */
export const sampleDraft = (policyVersion: string, facts: Partial<PolicyVersion> = {}): PolicyVersion => {
  const drafted = decideDraft(
    {
      owner: { userId: 'ada', team: TEAM },
      source: { sourceType: 'api', sourceRef: null },
      description: null,
      body: sampleManifest(),
      submittedText: null,
    },
    {
      policyVersion,
      scope: { tenantId: TENANT, environmentId: PRODUCTION },
      now: '2026-01-02T00:00:00.000Z',
    },
  );
  if (!drafted.ok) throw new Error('the sample draft is refused');
  return { ...drafted.value, ...facts };
};
