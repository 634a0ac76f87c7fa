import {
  APPROVAL_STATUSES,
  APPROVAL_TARGETS,
  AUDIT_OUTCOMES,
  BROKER_CHECK_STATUSES,
  CREDENTIAL_MODES,
  CREDENTIAL_REDACTION,
  CREDENTIAL_SOURCE_TYPES,
  CREDENTIAL_TARGET_TYPES,
  LIFECYCLE_STATES,
  SAFE_STATES,
  SECRET_STORE_TYPES,
} from '@govgate/domain';
import * as v from 'valibot';
import {
  ActorField,
  Count,
  DateTime,
  DateTimeOrEmpty,
  Id,
  InstantField,
  Name,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
  ToolId,
} from './fields.js';
import { Permissions } from './policy.js';

const Target = v.object({
  targetType: v.picklist(CREDENTIAL_TARGET_TYPES),
  serverId: v.optional(v.string()),
  apiSourceId: v.optional(v.string()),
  operationId: v.optional(v.string()),
  toolId: v.string(),
  credentialMode: v.picklist(CREDENTIAL_MODES),
  policyRefs: v.array(v.string()),
});

/** A credential binding (docs/spec/credential-bindings.md#record). */
export const CredentialBindingAnswer = v.object({
  schemaVersion: SchemaVersion,
  credentialBindingId: v.string(),
  tenantId: v.string(),
  environmentId: v.string(),
  allowedEnvironmentIds: v.array(v.string()),
  owner: v.object({
    team: v.string(),
    userId: v.string(),
    escalationContact: v.string(),
    oncallRotation: v.string(),
  }),
  source: v.object({ sourceType: v.picklist(CREDENTIAL_SOURCE_TYPES), sourceId: v.string() }),
  secretStoreType: v.picklist(SECRET_STORE_TYPES),
  secretRefSummary: v.string(),
  secretRefFingerprint: v.string(),
  credentialMode: v.picklist(CREDENTIAL_MODES),
  approvalStatus: v.picklist(APPROVAL_STATUSES),
  lifecycleState: v.picklist(LIFECYCLE_STATES),
  allowedTargets: v.array(Target),
  rotation: v.object({
    versionRef: v.string(),
    lastRotatedAt: DateTimeOrEmpty,
    nextRotationDueAt: DateTimeOrEmpty,
    rotationWithoutServerChange: v.boolean(),
    rotationProofRef: v.optional(v.string()),
  }),
  safeStatus: v.object({
    state: v.picklist(SAFE_STATES),
    reasonCode: v.string(),
    checkedAt: DateTimeOrEmpty,
    secretMaterialStored: v.literal(false),
  }),
  redaction: v.object({
    payloadLogging: v.literal(CREDENTIAL_REDACTION.payloadLogging),
    auditMaterial: v.literal(CREDENTIAL_REDACTION.auditMaterial),
    materialReturn: v.literal(CREDENTIAL_REDACTION.materialReturn),
  }),
  submittedBy: v.string(),
  submittedAt: DateTimeOrEmpty,
  reviewedBy: v.optional(v.string()),
  reviewReasonCode: v.optional(v.string()),
  reviewReason: v.optional(v.string()),
  reviewedAt: v.optional(DateTime),
  disabledAt: v.optional(DateTime),
  revokedAt: v.optional(DateTime),
  revocationId: v.optional(v.string()),
  runtimeProjectionVersionRef: v.optional(v.string()),
  createdAt: DateTime,
  updatedAt: DateTime,
  permissions: Permissions,
});

/** The detail of a binding (docs/spec/credential-bindings.md#record). */
export const CredentialBindingDetailAnswer = v.object({
  schemaVersion: SchemaVersion,
  binding: CredentialBindingAnswer,
  approvedRuntimeProjection: v.nullable(
    v.object({
      credentialBindingId: v.string(),
      tenantId: v.string(),
      environmentId: v.string(),
      approvalStatus: v.picklist(APPROVAL_STATUSES),
      sourceId: v.string(),
      secretRefFingerprint: v.string(),
      rotationVersionRef: v.string(),
      credentialMode: v.picklist(CREDENTIAL_MODES),
      lifecycleState: v.picklist(LIFECYCLE_STATES),
      safeStatus: v.picklist(SAFE_STATES),
      sourceType: v.picklist(CREDENTIAL_SOURCE_TYPES),
      secretStoreType: v.picklist(SECRET_STORE_TYPES),
      allowedTargets: v.array(Target),
      policyRefs: v.array(v.string()),
    }),
  ),
  recentBrokerCheck: v.object({
    status: v.picklist(BROKER_CHECK_STATUSES),
    reasonCode: v.string(),
    checkedAt: DateTimeOrEmpty,
    credentialBindingId: v.string(),
    credentialMode: v.picklist(CREDENTIAL_MODES),
    materialReturn: v.literal(CREDENTIAL_REDACTION.materialReturn),
  }),
  activeSessionImpact: v.object({
    activeClientSessions: Count,
    activeBackendSessions: Count,
    affectedClientSessionIds: v.array(v.string()),
  }),
  recentAudit: v.array(
    v.object({
      eventId: v.string(),
      timestamp: DateTime,
      eventType: v.string(),
      outcome: v.picklist(AUDIT_OUTCOMES),
      actorId: v.optional(v.string()),
      reasonCode: v.optional(v.string()),
      routeReason: v.optional(v.string()),
    }),
  ),
  permissions: Permissions,
});

/** The body of an approval transition; `actorId` is deprecated and must name the caller (docs/spec/credential-bindings.md#approval). */
export const ApprovalBody = v.strictObject({
  toStatus: v.picklist(APPROVAL_TARGETS),
  reasonCode: ReasonCodeField,
  reason: ReasonText,
  actorId: v.optional(ActorField),
});

/** The result of an approval transition (docs/spec/credential-bindings.md#record). */
export const ApprovalAnswer = v.object({
  schemaVersion: SchemaVersion,
  accepted: v.boolean(),
  reasonCode: v.string(),
  binding: CredentialBindingAnswer,
  auditEventIds: v.array(v.string()),
  revocationId: v.optional(v.string()),
  affectedClientSessionIds: v.array(v.string()),
});

const IdList = v.pipe(v.array(Id), v.maxLength(100));

const rotationFields = {
  versionRef: Name,
  nextRotationDueAt: v.optional(InstantField),
  rotationProofRef: v.optional(Name),
};

/** Where a secret is kept, in its store's terms: a path, name or URL, without a query that could carry a secret. */
const SecretRef = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._~:/#@+=-]{0,511}$/),
  v.metadata({ writeOnly: true }),
);

/** A new binding. `secretRef` is write-only: its summary and fingerprint are kept, the reference itself is not. */
export const CreateCredentialBindingBody = v.strictObject({
  credentialBindingId: Id,
  allowedEnvironmentIds: v.optional(v.pipe(IdList, v.minLength(1))),
  owner: v.strictObject({ team: Id, userId: PrincipalId, escalationContact: Name, oncallRotation: Name }),
  source: v.strictObject({ sourceType: v.picklist(CREDENTIAL_SOURCE_TYPES), sourceId: Id }),
  secretStoreType: v.picklist(SECRET_STORE_TYPES),
  secretRef: v.optional(SecretRef),
  credentialMode: v.picklist(CREDENTIAL_MODES),
  allowedTargets: v.pipe(
    v.array(
      v.strictObject({
        targetType: v.picklist(CREDENTIAL_TARGET_TYPES),
        serverId: v.optional(Id),
        apiSourceId: v.optional(Id),
        operationId: v.optional(Id),
        toolId: ToolId,
        credentialMode: v.picklist(CREDENTIAL_MODES),
        policyRefs: IdList,
      }),
    ),
    v.maxLength(200),
  ),
  rotation: v.strictObject(rotationFields),
  reasonCode: v.optional(ReasonCodeField),
});

const reasonFields = { reasonCode: v.optional(ReasonCodeField), reason: v.optional(ReasonText) };

/** The body of a submit, disable, enable or revoke. */
export const BindingReasonBody = v.strictObject(reasonFields);

export const RotateCredentialBindingBody = v.strictObject({ ...rotationFields, ...reasonFields });

export const CredentialBindingsQuery = v.strictObject({
  ...ScopeQuery.entries,
  approval_status: v.optional(v.picklist(APPROVAL_STATUSES)),
  lifecycle_state: v.optional(v.picklist(LIFECYCLE_STATES)),
  source_id: v.optional(Id),
  owner_team: v.optional(Id),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

export const CredentialBindingsAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: v.array(CredentialBindingAnswer),
  page: v.object({ limit: Count, totalCount: Count, nextCursor: v.optional(v.string()) }),
});
