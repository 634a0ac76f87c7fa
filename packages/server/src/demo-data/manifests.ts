import type { ManifestBody } from '@govgate/domain';

/** Denies by default; low-risk reading for all, writing for owners, payments only with a second pair of eyes. */
export const productionManifest: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'low_risk_for_all',
      description: 'Tools that only read, and nothing sensitive',
      effect: 'allow',
      subjects: {},
      targets: { max_risk_tier: 'low' },
      actions: ['tool.list', 'tool.invoke', 'resource.read'],
      reason_code: 'low_risk',
    },
    {
      rule_id: 'support_writes_tickets',
      effect: 'allow',
      subjects: { groups: ['grp_support'], client_surfaces: ['cs_support_desk'] },
      targets: { server_ids: ['srv_ticketing'], max_risk_tier: 'medium' },
      actions: ['tool.invoke'],
      obligations: [{ type: 'rate_limit', limit: 120, window_seconds: 60 }],
      reason_code: 'support_work',
    },
    {
      rule_id: 'refunds_need_approval',
      description: 'Payments require a second pair of eyes',
      effect: 'require_approval',
      subjects: { groups: ['grp_payments', 'grp_support'] },
      targets: { server_ids: ['srv_payments'], tool_ids: ['refund_payment'] },
      actions: ['tool.invoke'],
      conditions: [{ attribute: 'amount_eur', operator: 'gt', value: 100 }],
      approval: { approver_role: 'security_admin', ttl_seconds: 3600 },
      obligations: [{ type: 'audit_level', value: 'detailed' }],
      reason_code: 'refund_approval',
    },
    {
      rule_id: 'small_refunds',
      effect: 'allow',
      subjects: { groups: ['grp_payments'] },
      targets: { server_ids: ['srv_payments'], tool_ids: ['refund_payment'] },
      actions: ['tool.invoke'],
      conditions: [{ attribute: 'amount_eur', operator: 'lte', value: 100 }],
      reason_code: 'small_refund',
    },
    {
      rule_id: 'no_critical_tools_for_pipelines',
      effect: 'deny',
      subjects: { client_surfaces: ['cs_release_pipeline'] },
      targets: { tool_ids: ['drop_table', 'delete_bucket', 'rotate_root_key'] },
      reason_code: 'pipeline_guard',
    },
  ],
};

/** The previous version: without the rule for small refunds. */
export const earlierManifest: ManifestBody = {
  ...productionManifest,
  rules: (productionManifest.rules as readonly ManifestBody[]).filter(
    ({ rule_id }) => rule_id !== 'small_refunds',
  ),
};

/** The next version for production: agents may list what exists. */
export const nextManifest: ManifestBody = {
  ...productionManifest,
  rules: [
    ...(productionManifest.rules as readonly ManifestBody[]),
    {
      rule_id: 'agents_may_list',
      effect: 'allow',
      subjects: { agents: ['*'] },
      targets: {},
      actions: ['tool.list'],
      reason_code: 'agents_list',
    },
  ],
};

/** An experiment: everything of medium risk, for engineers. */
export const stagingManifest: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'engineers_up_to_medium',
      effect: 'allow',
      subjects: { groups: ['grp_platform', 'grp_payments'] },
      targets: { max_risk_tier: 'medium' },
      reason_code: 'staging_trial',
    },
    {
      rule_id: 'agents_may_look',
      effect: 'allow',
      subjects: { agents: ['*'] },
      targets: { max_risk_tier: 'low' },
      actions: ['tool.list', 'resource.read'],
      reason_code: 'agents_read_only',
    },
  ],
};

/** A draft with mistakes for validation to report: a rule that needs an approval and has none, and a duplicate. */
export const brokenManifest: ManifestBody = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'exports_need_approval',
      effect: 'require_approval',
      subjects: {},
      targets: { server_ids: ['srv_warehouse'], tool_ids: ['export_table'] },
      reason_code: 'export_approval',
    },
    {
      rule_id: 'exports_need_approval',
      effect: 'deny',
      subjects: { groups: ['grp_support'] },
      targets: { server_ids: ['srv_warehouse'] },
      reason_code: 'no_exports',
    },
  ],
};
