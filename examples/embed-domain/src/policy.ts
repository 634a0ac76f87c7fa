import type { PolicyManifest } from '@govgate/domain';

/** Agents of the sales group may use the CRM; refunds over 100 need an approval; contractors never refund anything. */
export const policy: PolicyManifest = {
  manifest_version: '1.0',
  default_effect: 'deny',
  rules: [
    {
      rule_id: 'sales_use_crm',
      effect: 'allow',
      subjects: { groups: ['sales'] },
      targets: { server_ids: ['crm'], max_risk_tier: 'high' },
      obligations: [{ type: 'rate_limit', limit: 60, window_seconds: 60 }],
      reason_code: 'sales_may_use_crm',
    },
    {
      rule_id: 'large_refunds',
      effect: 'require_approval',
      subjects: {},
      targets: { server_ids: ['crm'], tool_ids: ['refund'] },
      conditions: [{ attribute: 'amount', operator: 'gt', value: 100 }],
      approval: { approver_role: 'security_admin', ttl_seconds: 900 },
      reason_code: 'large_refund_needs_approval',
    },
    {
      rule_id: 'no_contractors',
      effect: 'deny',
      subjects: { groups: ['contractors'] },
      targets: { tool_ids: ['refund'] },
      reason_code: 'contractors_never_refund',
    },
  ],
};
