import {
  APPROVAL_STATUSES,
  BROKER_CHECK_STATUSES,
  CREDENTIAL_MODES,
  CREDENTIAL_SOURCE_TYPES,
  CREDENTIAL_TARGET_TYPES,
  LIFECYCLE_STATES,
  SAFE_STATES,
  SECRET_STORE_TYPES,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import {
  BundleId,
  BundleReasonCode,
  BundleText,
  CamelContributorsItem,
  CamelOwnerItem,
  Ids,
  Ignored,
  Moment,
  MomentOrEmpty,
  maybe,
  RecordVersion,
} from './bundle-fields.js';

const Target = v.strictObject({
  targetType: v.picklist(CREDENTIAL_TARGET_TYPES),
  serverId: v.optional(BundleId),
  apiSourceId: v.optional(BundleId),
  operationId: v.optional(BundleId),
  toolId: BundleText,
  credentialMode: v.picklist(CREDENTIAL_MODES),
  policyRefs: Ids,
});

/** A credential binding (docs/spec/credential-bindings.md#record) with its last broker check. */
export const CredentialBindingItem = v.strictObject({
  schemaVersion: RecordVersion,
  credentialBindingId: BundleId,
  tenantId: BundleId,
  environmentId: BundleId,
  allowedEnvironmentIds: v.optional(Ids),
  owner: CamelOwnerItem,
  source: v.strictObject({ sourceType: v.picklist(CREDENTIAL_SOURCE_TYPES), sourceId: BundleId }),
  secretStoreType: v.picklist(SECRET_STORE_TYPES),
  secretRefSummary: BundleText,
  // Both are empty where the credential is not a stored one.
  secretRefFingerprint: v.pipe(v.string(), v.regex(/^[A-Za-z0-9:_-]{0,128}$/)),
  credentialMode: v.picklist(CREDENTIAL_MODES),
  approvalStatus: v.picklist(APPROVAL_STATUSES),
  lifecycleState: v.picklist(LIFECYCLE_STATES),
  allowedTargets: v.optional(v.array(Target)),
  rotation: v.strictObject({
    versionRef: BundleText,
    lastRotatedAt: v.optional(MomentOrEmpty),
    nextRotationDueAt: v.optional(MomentOrEmpty),
    rotationWithoutServerChange: v.optional(v.boolean()),
    rotationProofRef: v.optional(BundleText),
  }),
  safeStatus: v.optional(
    v.strictObject({
      state: v.picklist(SAFE_STATES),
      reasonCode: BundleReasonCode,
      checkedAt: MomentOrEmpty,
      secretMaterialStored: Ignored,
    }),
  ),
  redaction: Ignored,
  createdBy: maybe(BundleText),
  hands: CamelContributorsItem,
  submittedBy: v.optional(BundleText),
  submittedAt: v.optional(MomentOrEmpty),
  reviewedBy: maybe(BundleText),
  reviewReasonCode: maybe(BundleReasonCode),
  reviewReason: maybe(BundleText),
  reviewedAt: maybe(Moment),
  disabledAt: maybe(Moment),
  revokedAt: maybe(Moment),
  revocationId: maybe(BundleId),
  runtimeProjectionVersionRef: maybe(BundleText),
  createdAt: maybe(Moment),
  updatedAt: maybe(Moment),
  recentBrokerCheck: maybe(
    v.strictObject({
      status: v.picklist(BROKER_CHECK_STATUSES),
      reasonCode: BundleReasonCode,
      checkedAt: MomentOrEmpty,
      credentialBindingId: Ignored,
      credentialMode: Ignored,
      materialReturn: Ignored,
    }),
  ),
  permissions: Ignored,
});
