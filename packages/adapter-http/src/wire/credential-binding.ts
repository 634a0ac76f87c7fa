import { AUDIT_OUTCOMES } from '@govgate/domain';
import {
  APPROVAL_STATUSES,
  APPROVAL_TARGETS,
  BROKER_CHECK_STATUSES,
  CREDENTIAL_MODES,
  CREDENTIAL_REDACTION,
  CREDENTIAL_SOURCE_TYPES,
  CREDENTIAL_TARGET_TYPES,
  LIFECYCLE_STATES,
  SAFE_STATES,
  SECRET_STORE_TYPES,
} from '@govgate/domain/internal';
import { credentialBindingKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  ActorField,
  Count,
  DateTime,
  DateTimeOrEmpty,
  EnvironmentId,
  Id,
  InstantField,
  listQuery,
  Name,
  NextCursor,
  PageLimit,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
  TenantId,
  ToolId,
  TotalCount,
} from './fields.js';
import { Permissions } from './permissions.js';

const Target = v.object({
  targetType: described(v.picklist(CREDENTIAL_TARGET_TYPES), 'What the credential is used for.'),
  serverId: described(
    v.optional(v.string()),
    'The MCP server whose tool is called; only for that kind of target.',
    'srv_crm',
  ),
  apiSourceId: described(
    v.optional(v.string()),
    'The API source that is called; only for that kind of target.',
    'api_ledger',
  ),
  operationId: described(
    v.optional(v.string()),
    'The `operationId` in the description of the API source; only for that kind of target.',
    'listAccounts',
  ),
  toolId: described(v.string(), 'The tool, as its server calls it.', 'search'),
  credentialMode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
  policyRefs: described(v.array(v.string()), 'Policy versions that the use was reviewed with.', ['pv_7']),
});

/** A credential binding (docs/spec/credential-bindings.md#record). */
export const CredentialBindingAnswer = described(
  v.object({
    schemaVersion: SchemaVersion,
    credentialBindingId: described(v.string(), 'Names the binding; unique in its environment.', 'cb_crm'),
    tenantId: TenantId,
    environmentId: EnvironmentId,
    allowedEnvironmentIds: described(
      v.array(v.string()),
      'Environments of the tenant in which it may be used.',
      ['production'],
    ),
    owner: described(
      v.object({
        team: described(v.string(), 'The team that is accountable.', 'payments'),
        userId: described(v.string(), 'Names the user, as in the `sub` of their tokens.', 'ada'),
        escalationContact: described(v.string(), 'Whom to reach in an emergency.', 'payments-oncall'),
        oncallRotation: described(v.string(), 'The rota whose member is called first.', 'payments-primary'),
      }),
      'Who is accountable for it, and how to reach them.',
    ),
    source: described(
      v.object({
        sourceType: described(
          v.picklist(CREDENTIAL_SOURCE_TYPES),
          'Whether that is an MCP server or an API source.',
        ),
        sourceId: described(v.string(), 'The id of that server or source.', 'srv_crm'),
      }),
      'What the credential is for.',
    ),
    secretStoreType: described(v.picklist(SECRET_STORE_TYPES), 'The product that keeps the secret.'),
    secretRefSummary: described(
      v.string(),
      'The kind of store and the last part of the path.',
      'openbao:…/api-key',
    ),
    secretRefFingerprint: described(
      v.string(),
      'Keyed hash of the reference, 16 hex digits: equal for equal references.',
      '9f86d081884c7d65',
    ),
    credentialMode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
    approvalStatus: described(v.picklist(APPROVAL_STATUSES), 'How its review ended, or that it is pending.'),
    lifecycleState: described(v.picklist(LIFECYCLE_STATES), 'Whether the binding may be used.'),
    allowedTargets: described(v.array(Target), 'Tools and operations that the credential may be used for.'),
    rotation: described(
      v.object({
        versionRef: described(v.string(), 'The version of the credential, as its store names it.', 'v3'),
        lastRotatedAt: described(DateTimeOrEmpty, 'When the credential was last replaced; "" for never.'),
        nextRotationDueAt: described(
          DateTimeOrEmpty,
          'When the credential should be replaced; "" for no date.',
        ),
        rotationWithoutServerChange: described(
          v.boolean(),
          'True if the credential can be replaced without touching the server.',
        ),
        rotationProofRef: described(
          v.optional(v.string()),
          'Where it is recorded that the credential was replaced, such as a change ticket; absent where it is not.',
          'CHG-1234',
        ),
      }),
      'Which version of the credential is in use, and when it is due.',
    ),
    safeStatus: described(
      v.object({
        state: described(v.picklist(SAFE_STATES), 'Whether the credential may be used.'),
        reasonCode: described(v.string(), 'Why, as a code.', 'not_checked'),
        checkedAt: described(DateTimeOrEmpty, 'When the check ran; "" while there was none.'),
        secretMaterialStored: described(v.literal(false), 'Always false: only a reference is kept.'),
      }),
      'Whether the credential may be used, without showing it.',
    ),
    redaction: described(
      v.object({
        payloadLogging: described(
          v.literal(CREDENTIAL_REDACTION.payloadLogging),
          'Always `disabled`: what passes through a gateway is not logged.',
        ),
        auditMaterial: described(
          v.literal(CREDENTIAL_REDACTION.auditMaterial),
          'Always `metadata_only`: the trail holds no content.',
        ),
        materialReturn: described(
          v.literal(CREDENTIAL_REDACTION.materialReturn),
          'Always `never`: secrets are not returned.',
        ),
      }),
      'What is withheld, everywhere and always.',
    ),
    submittedBy: described(v.string(), 'Who submitted it for review.', 'ada'),
    submittedAt: described(DateTimeOrEmpty, 'When it was submitted for review; "" for never.'),
    reviewedBy: described(v.optional(v.string()), 'Who reviewed it; absent without a review.', 'bea'),
    reviewReasonCode: described(
      v.optional(v.string()),
      'Why the reviewer decided so, as a code; absent without a review.',
    ),
    reviewReason: described(v.optional(v.string()), 'What the reviewer wrote; absent without a review.'),
    reviewedAt: described(v.optional(DateTime), 'When the review took place; absent without one.'),
    disabledAt: described(v.optional(DateTime), 'When it was disabled; absent while it is enabled.'),
    revokedAt: described(v.optional(DateTime), 'When it was revoked; absent until then.'),
    revocationId: described(
      v.optional(v.string()),
      'The revocation that the change issued; absent where it issued none.',
      'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
    ),
    runtimeProjectionVersionRef: described(
      v.optional(v.string()),
      'The version of the credential that gateways use; absent unless the binding is approved.',
      'v3',
    ),
    createdAt: described(DateTime, 'When it was created.'),
    updatedAt: described(DateTime, 'When it was last changed.'),
    permissions: Permissions,
  }),
  'A reference to a credential, and what it may be used for.',
);

/** The detail of a binding (docs/spec/credential-bindings.md#record). */
export const CredentialBindingDetailAnswer = v.object({
  schemaVersion: SchemaVersion,
  binding: CredentialBindingAnswer,
  approvedRuntimeProjection: described(
    v.nullable(
      v.object({
        credentialBindingId: described(v.string(), 'Names the binding; unique in its environment.', 'cb_crm'),
        tenantId: TenantId,
        environmentId: EnvironmentId,
        approvalStatus: described(
          v.picklist(APPROVAL_STATUSES),
          'How its review ended, or that it is pending.',
        ),
        sourceId: described(v.string(), 'The id of that server or source.', 'srv_crm'),
        secretRefFingerprint: described(
          v.string(),
          'Keyed hash of the reference, 16 hex digits: equal for equal references.',
          '9f86d081884c7d65',
        ),
        rotationVersionRef: described(v.string(), 'The version of the credential that gateways use.', 'v3'),
        credentialMode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
        lifecycleState: described(v.picklist(LIFECYCLE_STATES), 'Whether the binding may be used.'),
        safeStatus: described(v.picklist(SAFE_STATES), 'Whether the credential may be used.'),
        sourceType: described(
          v.picklist(CREDENTIAL_SOURCE_TYPES),
          'Whether that is an MCP server or an API source.',
        ),
        secretStoreType: described(v.picklist(SECRET_STORE_TYPES), 'The product that keeps the secret.'),
        allowedTargets: described(
          v.array(Target),
          'Tools and operations that the credential may be used for.',
        ),
        policyRefs: described(v.array(v.string()), 'Policy versions that the use was reviewed with.', [
          'pv_7',
        ]),
      }),
    ),
    'What gateways may use of the binding; null unless it is approved.',
  ),
  recentBrokerCheck: described(
    v.object({
      status: described(v.picklist(BROKER_CHECK_STATUSES), 'Whether it succeeded.'),
      reasonCode: described(v.string(), 'Why, as a code.', 'never_checked'),
      checkedAt: described(DateTimeOrEmpty, 'When the check ran; "" while there was none.'),
      credentialBindingId: described(v.string(), 'Names the binding; unique in its environment.', 'cb_crm'),
      credentialMode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
      materialReturn: described(
        v.literal(CREDENTIAL_REDACTION.materialReturn),
        'Always `never`: secrets are not returned.',
      ),
    }),
    'The last time a gateway resolved the credential.',
  ),
  activeSessionImpact: described(
    v.object({
      activeClientSessions: described(Count, 'Live client sessions that use the binding now.'),
      activeBackendSessions: described(Count, 'Sessions behind the gateway that use the binding now.'),
      affectedClientSessionIds: described(
        v.array(v.string()),
        'The live client sessions that used the binding when it changed.',
        ['cs_42'],
      ),
    }),
    'The live sessions that a change to the binding would affect.',
  ),
  recentAudit: described(
    v.array(
      v.object({
        eventId: described(
          v.string(),
          'Names one event of the trail; made by the service.',
          'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        timestamp: described(DateTime, 'When it happened.'),
        eventType: described(
          v.string(),
          'What happened, as `<resource>.<past participle>`.',
          'credential_binding.approved',
        ),
        outcome: described(v.picklist(AUDIT_OUTCOMES), 'Whether it was done, forbidden or failed.'),
        actorId: described(v.optional(v.string()), 'Who did it; absent where that is not shown.', 'ada'),
        reasonCode: described(v.optional(v.string()), 'Why it was done or refused, as a code.', 'reviewed'),
        routeReason: described(
          v.optional(v.string()),
          'Why the gateway routed the call so; absent where the event is about no call.',
        ),
      }),
    ),
    'The latest audit events about the binding, newest first.',
  ),
  permissions: Permissions,
});

/** The body of an approval transition; `actorId` is deprecated and must name the caller (docs/spec/credential-bindings.md#approval). */
export const ApprovalBody = v.strictObject({
  toStatus: described(v.picklist(APPROVAL_TARGETS), 'What the review ends in.'),
  reasonCode: ReasonCodeField,
  reason: ReasonText,
  actorId: described(v.optional(ActorField), 'Who did it; absent where that is not shown.', 'ada'),
});

/** The result of an approval transition (docs/spec/credential-bindings.md#record). */
export const ApprovalAnswer = v.object({
  schemaVersion: SchemaVersion,
  accepted: described(v.boolean(), 'True, also where nothing had to change.'),
  reasonCode: described(v.string(), 'The code that was sent, or `no_change`.', 'reviewed'),
  binding: CredentialBindingAnswer,
  auditEventIds: described(
    v.array(v.string()),
    'Audit events that record the change; none where nothing changed.',
    ['evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c'],
  ),
  revocationId: described(
    v.optional(v.string()),
    'The revocation that the change issued; absent where it issued none.',
    'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  affectedClientSessionIds: described(
    v.array(v.string()),
    'The live client sessions that used the binding when it changed.',
    ['cs_42'],
  ),
});

const IdList = v.pipe(v.array(Id), v.maxLength(100));

const rotationFields = {
  versionRef: described(Name, 'The version of the credential, as its store names it.', 'v3'),
  nextRotationDueAt: described(
    v.optional(InstantField),
    'When the credential should be replaced; no date if omitted.',
    '2026-12-31T00:00:00.000Z',
  ),
  rotationProofRef: described(
    v.optional(Name),
    'Where it is recorded that the credential was replaced, such as a change ticket; absent where it is not.',
    'CHG-1234',
  ),
};

/** Where a secret is kept, in its store's terms: a path, name or URL, without a query that could carry a secret. */
const SecretRef = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._~:/#@+=-]{0,511}$/),
  v.metadata({ writeOnly: true }),
);

/** A new binding. `secretRef` is write-only: its summary and fingerprint are kept, the reference itself is not. */
export const CreateCredentialBindingBody = v.strictObject({
  credentialBindingId: described(Id, 'Names the binding; unique in its environment.', 'cb_crm'),
  allowedEnvironmentIds: described(
    v.optional(v.pipe(IdList, v.minLength(1))),
    'Environments of the tenant in which it may be used.',
    ['production'],
  ),
  owner: described(
    v.strictObject({
      team: described(Id, 'The team that is accountable.', 'payments'),
      userId: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
      escalationContact: described(Name, 'Whom to reach in an emergency.', 'payments-oncall'),
      oncallRotation: described(Name, 'The rota whose member is called first.', 'payments-primary'),
    }),
    'Who is accountable for it, and how to reach them.',
  ),
  source: described(
    v.strictObject({
      sourceType: described(
        v.picklist(CREDENTIAL_SOURCE_TYPES),
        'Whether that is an MCP server or an API source.',
      ),
      sourceId: described(Id, 'The id of that server or source.', 'srv_crm'),
    }),
    'What the credential is for.',
  ),
  secretStoreType: described(v.picklist(SECRET_STORE_TYPES), 'The product that keeps the secret.'),
  secretRef: described(
    v.optional(SecretRef),
    'Where the secret is kept. Write-only: only a summary and a fingerprint of it are shown.',
    'kv/data/crm/api-key',
  ),
  credentialMode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
  allowedTargets: described(
    v.pipe(
      v.array(
        v.strictObject({
          targetType: described(v.picklist(CREDENTIAL_TARGET_TYPES), 'What the credential is used for.'),
          serverId: described(
            v.optional(Id),
            'The MCP server whose tool is called; only for that kind of target.',
            'srv_crm',
          ),
          apiSourceId: described(
            v.optional(Id),
            'The API source that is called; only for that kind of target.',
            'api_ledger',
          ),
          operationId: described(
            v.optional(Id),
            'The `operationId` in the description of the API source.',
            'listAccounts',
          ),
          toolId: described(ToolId, 'The tool, as its server calls it.', 'search'),
          credentialMode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
          policyRefs: described(IdList, 'Policy versions that the use was reviewed with.', ['pv_7']),
        }),
      ),
      v.maxLength(200),
    ),
    'Tools and operations that the credential may be used for.',
  ),
  rotation: described(
    v.strictObject(rotationFields),
    'Which version of the credential is in use, and when it is due.',
  ),
  reasonCode: v.optional(ReasonCodeField),
});

const reasonFields = { reasonCode: v.optional(ReasonCodeField), reason: v.optional(ReasonText) };

/** The body of a submit, disable, enable or revoke. */
export const BindingReasonBody = v.strictObject(reasonFields);

export const RotateCredentialBindingBody = v.strictObject({ ...rotationFields, ...reasonFields });

export const CredentialBindingsQuery = v.strictObject({
  ...ScopeQuery.entries,
  approval_status: described(
    v.optional(v.picklist(APPROVAL_STATUSES)),
    'Only bindings whose review is here.',
  ),
  lifecycle_state: described(v.optional(v.picklist(LIFECYCLE_STATES)), 'Only bindings in this state.'),
  source_id: described(v.optional(Id), 'Only bindings for this MCP server or API source.', 'srv_crm'),
  owner_team: described(v.optional(Id), 'Only bindings of this team.', 'payments'),
  ...listQuery(recordSortsOf(credentialBindingKind)),
});

export const CredentialBindingsAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: described(v.array(CredentialBindingAnswer), 'The bindings of this page.'),
  page: described(
    v.object({ limit: PageLimit, totalCount: TotalCount, nextCursor: NextCursor }),
    'The position of the page in the list.',
  ),
});

export const CredentialBindingParams = v.object({
  credential_binding_id: described(Id, 'Names the binding; unique in its environment.', 'cb_crm'),
});
