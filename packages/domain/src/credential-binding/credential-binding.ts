import type { Contributor, Contributors } from '../four-eyes/contributor.js';
import type { Instant } from '../instant.js';
import type { ResourceOwner } from '../owner.js';
import type { ApprovalStatus, LifecycleState } from './credential-binding.machine.js';

export const CREDENTIAL_SOURCE_TYPES = ['mcp_server', 'api_source'] as const;
export type CredentialSourceType = (typeof CREDENTIAL_SOURCE_TYPES)[number];

export const CREDENTIAL_TARGET_TYPES = ['mcp_tool', 'api_operation'] as const;
export type CredentialTargetType = (typeof CREDENTIAL_TARGET_TYPES)[number];

export const SECRET_STORE_TYPES = [
  'hashicorp_vault',
  'openbao',
  'aws_secrets_manager',
  'azure_key_vault',
  'gcp_secret_manager',
  'kubernetes_secret',
  'external_broker',
] as const;
export type SecretStoreType = (typeof SECRET_STORE_TYPES)[number];

export const CREDENTIAL_MODES = [
  'none',
  'shared_service',
  'per_user_delegated',
  'per_agent',
  'passthrough',
  'workload_identity',
] as const;
export type CredentialMode = (typeof CREDENTIAL_MODES)[number];

export const SAFE_STATES = ['healthy', 'degraded', 'unavailable', 'expired', 'revoked', 'unknown'] as const;
export type SafeState = (typeof SAFE_STATES)[number];

export const BROKER_CHECK_STATUSES = ['passed', 'failed', 'skipped', 'unknown'] as const;
export type BrokerCheckStatus = (typeof BROKER_CHECK_STATUSES)[number];

/** A binding's constant statement about payloads and material (docs/spec/credential-bindings.md). */
export const CREDENTIAL_REDACTION = {
  payloadLogging: 'disabled',
  auditMaterial: 'metadata_only',
  materialReturn: 'never',
} as const;

/** A tool or operation a credential may be used for. */
export interface CredentialTarget {
  readonly targetType: CredentialTargetType;
  readonly serverId?: string;
  readonly apiSourceId?: string;
  readonly operationId?: string;
  readonly toolId: string;
  readonly credentialMode: CredentialMode;
  readonly policyRefs: readonly string[];
}

/** The version of the credential in use. Times are "" for what never happened or is not planned. */
export interface CredentialRotation {
  readonly versionRef: string;
  readonly lastRotatedAt: Instant | '';
  readonly nextRotationDueAt: Instant | '';
  readonly rotationWithoutServerChange: boolean;
  readonly rotationProofRef?: string;
}

/** The last known usability of the credential. */
export interface SafeStatus {
  readonly state: SafeState;
  readonly reasonCode: string;
  readonly checkedAt: Instant | '';
}

/** The broker's answer on whether the credential exists. Never the credential. */
export interface BrokerCheck {
  readonly status: BrokerCheckStatus;
  readonly reasonCode: string;
  readonly checkedAt: Instant | '';
}

/**
 * The permission to use a credential for some tools (docs/spec/credential-bindings.md#record). The reference to the secret is not stored: only its summary
 * and fingerprint.
 */
export interface CredentialBinding {
  readonly credentialBindingId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly allowedEnvironmentIds: readonly string[];
  readonly owner: ResourceOwner;
  readonly source: { readonly sourceType: CredentialSourceType; readonly sourceId: string };
  readonly secretStoreType: SecretStoreType;
  readonly secretRefSummary: string;
  readonly secretRefFingerprint: string;
  readonly credentialMode: CredentialMode;
  readonly approvalStatus: ApprovalStatus;
  readonly lifecycleState: LifecycleState;
  readonly allowedTargets: readonly CredentialTarget[];
  readonly rotation: CredentialRotation;
  readonly safeStatus: SafeStatus;
  /** Who created the record; null if an import does not say. */
  readonly createdBy: string | null;
  /** Who last created, rotated and submitted it: none of them approves it. */
  readonly hands?: Contributors;
  /** "" while never submitted. */
  readonly submittedBy: string;
  readonly submittedAt: Instant | '';
  readonly reviewedBy: string | null;
  readonly reviewReasonCode: string | null;
  readonly reviewReason: string | null;
  readonly reviewedAt: Instant | null;
  readonly disabledAt: Instant | null;
  readonly revokedAt: Instant | null;
  /** The last revocation that fenced the runtime. */
  readonly revocationId: string | null;
  /** The credential version in the runtime projection; null without a projection. */
  readonly runtimeProjectionVersionRef: string | null;
  readonly recentBrokerCheck: BrokerCheck | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** The input that creates a binding. */
export type CredentialBindingDraft = Pick<
  CredentialBinding,
  | 'credentialBindingId'
  | 'tenantId'
  | 'environmentId'
  | 'allowedEnvironmentIds'
  | 'owner'
  | 'source'
  | 'secretStoreType'
  | 'secretRefSummary'
  | 'secretRefFingerprint'
  | 'credentialMode'
  | 'allowedTargets'
> & {
  readonly rotation: Pick<CredentialRotation, 'versionRef'> &
    Partial<Pick<CredentialRotation, 'nextRotationDueAt' | 'rotationProofRef'>>;
};

/** The record of a draft: inactive, never checked. */
export const newCredentialBinding = (
  draft: CredentialBindingDraft,
  made: { readonly by: Contributor; readonly now: Instant },
): CredentialBinding => ({
  ...draft,
  approvalStatus: 'draft',
  lifecycleState: 'inactive',
  rotation: {
    lastRotatedAt: '',
    nextRotationDueAt: '',
    rotationWithoutServerChange: true,
    ...draft.rotation,
  },
  safeStatus: { state: 'unknown', reasonCode: 'never_checked', checkedAt: '' },
  createdBy: made.by.actorId,
  hands: { created: made.by },
  submittedBy: '',
  submittedAt: '',
  reviewedBy: null,
  reviewReasonCode: null,
  reviewReason: null,
  reviewedAt: null,
  disabledAt: null,
  revokedAt: null,
  revocationId: null,
  runtimeProjectionVersionRef: null,
  recentBrokerCheck: null,
  createdAt: made.now,
  updatedAt: made.now,
});
