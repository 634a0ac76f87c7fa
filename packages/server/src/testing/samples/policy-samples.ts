import { canonicalHash, type Json, type ManifestBody, type PolicyVersion } from '@govgate/domain';
import { policyOf } from '@govgate/domain/testing';
import { TEAM } from '../worlds/world.js';

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
export const sampleDraft = (policyVersion: string, facts: Partial<PolicyVersion> = {}): PolicyVersion =>
  policyOf({ policyVersion, body: sampleManifest(), owner: { userId: 'ada', team: TEAM }, ...facts });
