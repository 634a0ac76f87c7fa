import type { Bundle } from '@govgate/application';
import {
  type ApprovalStatus,
  BROKER_CHECK_CODES,
  type LifecycleState,
  type SecretStoreType,
} from '@govgate/domain';
import type { Moments } from './moments.js';

type Item = NonNullable<Bundle['credentialBindings']>[number];

interface Binding {
  readonly name: string;
  readonly environment?: 'staging';
  readonly server: string;
  readonly team: 'payments' | 'support' | 'platform';
  readonly store: SecretStoreType;
  readonly approval: ApprovalStatus;
  readonly lifecycle: LifecycleState;
  readonly check?: 'rotation_due' | 'store_unreachable';
}

const approved = { approval: 'approved', lifecycle: 'active' } as const;

const BINDINGS: readonly Binding[] = [
  { name: 'payments_api', server: 'srv_payments', team: 'payments', store: 'hashicorp_vault', ...approved },
  { name: 'ticketing_oauth', server: 'srv_ticketing', team: 'support', store: 'openbao', ...approved },
  {
    name: 'warehouse_reader',
    server: 'srv_warehouse',
    team: 'platform',
    store: 'aws_secrets_manager',
    ...approved,
    check: 'rotation_due',
  },
  {
    name: 'build_status_ci',
    server: 'srv_build_status',
    team: 'platform',
    store: 'kubernetes_secret',
    ...approved,
  },
  {
    name: 'customer_records',
    server: 'srv_customer_records',
    team: 'support',
    store: 'azure_key_vault',
    ...approved,
    check: 'store_unreachable',
  },
  {
    name: 'object_store_admin',
    server: 'srv_object_store',
    team: 'platform',
    store: 'gcp_secret_manager',
    approval: 'approved',
    lifecycle: 'disabled',
  },
  {
    name: 'calendar_delegated',
    server: 'srv_calendar',
    team: 'support',
    store: 'external_broker',
    approval: 'pending_review',
    lifecycle: 'inactive',
  },
  {
    name: 'payments_export',
    server: 'srv_payments',
    team: 'payments',
    store: 'hashicorp_vault',
    approval: 'changes_requested',
    lifecycle: 'inactive',
  },
  {
    name: 'warehouse_writer',
    server: 'srv_warehouse',
    team: 'platform',
    store: 'hashicorp_vault',
    approval: 'rejected',
    lifecycle: 'inactive',
  },
  {
    name: 'old_payments_api',
    server: 'srv_payments',
    team: 'payments',
    store: 'hashicorp_vault',
    approval: 'revoked',
    lifecycle: 'revoked',
  },
  {
    name: 'knowledge_draft',
    server: 'srv_knowledge_base',
    team: 'support',
    store: 'openbao',
    approval: 'draft',
    lifecycle: 'inactive',
  },
  {
    name: 'payments_sandbox',
    environment: 'staging',
    server: 'srv_payments',
    team: 'payments',
    store: 'openbao',
    ...approved,
  },
];

/** A dozen credential bindings in every approval state. */
export const demoCredentialBindings = (
  tenantId: string,
  moments: Moments,
): NonNullable<Bundle['credentialBindings']> =>
  BINDINGS.map((binding, place) => bindingOf(tenantId, { binding, place }, moments));

interface PlacedBinding {
  readonly binding: Binding;
  readonly place: number;
}

const bindingOf = (tenantId: string, { binding, place }: PlacedBinding, moments: Moments): Item => {
  const { daysAgo, minutesAgo, inDays } = moments;
  const environmentId = binding.environment ?? 'production';
  const { check = 'broker_ok' } = binding;
  const isActive = binding.lifecycle === 'active';
  const versionRef = `v${(place % 3) + 1}`;
  return {
    credentialBindingId: `cb_${binding.name}`,
    tenantId,
    environmentId,
    allowedEnvironmentIds: [environmentId],
    owner: {
      team: binding.team,
      userId: `usr_${binding.team === 'platform' ? 'platform_lead' : `${binding.team}_owner`}`,
      escalationContact: `${binding.team}-escalation`,
      oncallRotation: `${binding.team}-primary`,
    },
    source: { sourceType: 'mcp_server', sourceId: binding.server },
    secretStoreType: binding.store,
    secretRefSummary: `${binding.store}:…/${binding.name}`,
    // Invented: the demonstration's fingerprints belong to no reference.
    secretRefFingerprint: `demo${String(place).padStart(12, '0')}`,
    credentialMode: 'shared_service',
    approvalStatus: binding.approval,
    lifecycleState: binding.lifecycle,
    allowedTargets: [
      {
        targetType: 'mcp_tool',
        serverId: binding.server,
        toolId: '*',
        credentialMode: 'shared_service',
        policyRefs: [environmentId === 'production' ? 'pv_prod_003' : 'pv_stage_007'],
      },
    ],
    rotation: {
      versionRef,
      lastRotatedAt: daysAgo(10 + place),
      nextRotationDueAt: check === 'rotation_due' ? daysAgo(1) : inDays(80 - place),
      rotationWithoutServerChange: true,
    },
    ...(binding.approval === 'draft'
      ? {}
      : { submittedBy: 'usr_credential_steward', submittedAt: daysAgo(30 + place) }),
    ...reviewOf(binding, place, moments),
    ...(isActive
      ? {
          safeStatus: { state: BROKER_CHECK_CODES[check].state, reasonCode: check, checkedAt: minutesAgo(4) },
          recentBrokerCheck: {
            status: BROKER_CHECK_CODES[check].status,
            reasonCode: check,
            checkedAt: minutesAgo(4),
          },
          runtimeProjectionVersionRef: versionRef,
        }
      : {}),
    createdAt: daysAgo(31 + place),
    updatedAt: daysAgo(place),
  };
};

const reviewOf = ({ approval, lifecycle }: Binding, place: number, { daysAgo }: Moments): Partial<Item> => {
  const isReviewed = approval !== 'draft' && approval !== 'pending_review';
  return {
    ...(isReviewed
      ? {
          reviewedBy: 'usr_security_lead',
          reviewReasonCode: approval === 'approved' ? 'reviewed' : 'needs_work',
          reviewedAt: daysAgo(28 + place),
        }
      : {}),
    ...(lifecycle === 'disabled' ? { disabledAt: daysAgo(3), revocationId: 'rev_demo_object_store' } : {}),
    ...(lifecycle === 'revoked' ? { revokedAt: daysAgo(25), revocationId: 'rev_demo_old_payments' } : {}),
  };
};
