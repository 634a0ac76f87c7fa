import type { Enforced } from './gateway.js';

/** What the recorded answers are about. */
export const recordedFor: Enforced = {
  scope: 'tenant_id=acme&environment_id=production',
  policyVersion: 'pv_refunds',
  clientSessionId: 'sess_refunds',
};

/** What a running service answered, by path; a test holds their shape against one that runs now. */
export const recordedAnswers: Readonly<Record<string, unknown>> = {
  '/v1/revocations?tenant_id=acme&environment_id=production&after=1': {
    schema_version: '1.0',
    items: [],
    last_sequence: 1,
  },
  '/v1/policies/pv_refunds?tenant_id=acme&environment_id=production': {
    schema_version: '1.0',
    policy_version: 'pv_refunds',
    status: 'active',
    tenant_id: 'acme',
    environment_id: 'production',
    owner: {
      user_id: 'ada',
      team: 'payments',
    },
    source: {
      source_type: 'api',
      source_ref: null,
    },
    description: null,
    body_format: 'gateway_manifest_v1',
    body: {
      manifest_version: '1.0',
      default_effect: 'deny',
      rules: [
        {
          rule_id: 'sales_use_crm',
          effect: 'allow',
          subjects: {
            groups: ['sales'],
          },
          targets: {
            server_ids: ['crm'],
            max_risk_tier: 'high',
          },
          obligations: [
            {
              type: 'rate_limit',
              limit: 60,
              window_seconds: 60,
            },
          ],
          reason_code: 'sales_may_use_crm',
        },
        {
          rule_id: 'large_refunds',
          effect: 'require_approval',
          subjects: {},
          targets: {
            server_ids: ['crm'],
            tool_ids: ['refund'],
          },
          conditions: [
            {
              attribute: 'amount',
              operator: 'gt',
              value: 100,
            },
          ],
          approval: {
            approver_role: 'security_admin',
            ttl_seconds: 900,
          },
          reason_code: 'large_refund_needs_approval',
        },
        {
          rule_id: 'no_contractors',
          effect: 'deny',
          subjects: {
            groups: ['contractors'],
          },
          targets: {
            tool_ids: ['refund'],
          },
          reason_code: 'contractors_never_refund',
        },
      ],
    },
    validation: {
      valid: true,
      status: 'valid',
      checked_at: '2026-11-22T02:04:22.803Z',
      checked_by: 'ada',
      rule_count: 3,
      errors: [],
    },
    version_state: {
      active_in_environment: true,
      previous_policy_version: null,
      last_published_at: '2026-11-22T02:04:22.803Z',
      last_published_by: 'ada',
      archived_at: null,
      archived_by: null,
    },
    usage_refs: [],
    manifest_hash: 'sha256:df0500fd79158c0e34d9e5fb40d6e474d79f721f7e4663e82888e7a338c72cd9',
    etag: '"2"',
    permissions: {
      resource_type: 'policy',
      resource_id: 'pv_refunds',
      allowed_actions: ['diff', 'read', 'simulate', 'validate'],
    },
  },
  '/v1/sessions/sess_refunds?tenant_id=acme&environment_id=production': {
    schema_version: '1.0',
    client_session_id: 'sess_refunds',
    tenant_id: 'acme',
    environment_id: 'production',
    user_id: 'vic',
    agent_id: 'agent_active',
    client_surface_id: null,
    state: 'active',
    backend_session_ids: ['backend_1'],
    credential_binding_ids: [],
    created_at: '2026-11-22T02:04:22.884Z',
    last_seen_at: '2026-11-22T02:04:22.884Z',
    revocation_id: null,
    permissions: {
      resource_type: 'session',
      resource_id: 'sess_refunds',
      allowed_actions: ['read', 'terminate'],
    },
  },
  '/v1/revocations?tenant_id=acme&environment_id=production&after=0': {
    schema_version: '1.0',
    items: [
      {
        revocation_id: 'rev_01a200ff546170c0b858ee16be117e6a',
        sequence: 1,
        tenant_id: 'acme',
        environment_id: 'production',
        subject_type: 'client_session',
        subject_id: 'sess_other',
        effective_at: '2026-11-22T02:04:23.027Z',
        reason_code: 'incident',
      },
    ],
    last_sequence: 1,
  },
};
