import {
  AUDIT_EVENT_TYPES,
  AUDIT_EXPORT_OPERATION,
  AUDIT_OUTCOMES,
  DELIVERY_REASONS,
  DELIVERY_STATES,
  DESTINATION_KINDS,
  DESTINATION_REDACTION,
  type DeliveryReason,
  EXPORT_FORMATS,
  EXPORT_SETTING_PATTERNS,
  HANDLE_PATTERNS,
  type HandleKind,
  MOST_EVENTS_PER_REQUEST,
  MOST_TAGS,
  RETENTION_DAYS,
  WIRE_FORMATS,
} from '@govgate/domain';
import * as v from 'valibot';
import {
  Count,
  DateTimeOrEmpty,
  Flag,
  Id,
  PageSize,
  PageToken,
  ReasonCodeField,
  SchemaVersion,
  ScopeQuery,
} from './fields.js';

export const DestinationParams = v.object({ destination_id: Id });

const Reason = v.picklist(Object.keys(DELIVERY_REASONS) as DeliveryReason[]);

/** A Delivery status object (contract, section 2.2). */
export const DeliveryStatusAnswer = v.object({
  status: v.picklist(DELIVERY_STATES),
  checked_at: DateTimeOrEmpty,
  reason_code: Reason,
  last_error: v.optional(v.object({ reason_code: Reason, retryable: v.optional(v.boolean()) })),
});

/** A destination (contract, section 2.2): the casing is mixed as the contract has it. The write-only references have no key. */
export const DestinationAnswer = v.object({
  schemaVersion: SchemaVersion,
  tenant_id: v.string(),
  environment_id: v.string(),
  destination_id: v.string(),
  kind: v.picklist(DESTINATION_KINDS),
  enabled: v.boolean(),
  destination_ref: v.string(),
  endpoint_ref: v.string(),
  siem_delivery_status: DeliveryStatusAnswer,
  webhook_status: DeliveryStatusAnswer,
  audit_export_status: DeliveryStatusAnswer,
  audit_export_link: v.object({
    admin_api_operation: v.literal(AUDIT_EXPORT_OPERATION),
    duplicates_export_jobs: v.boolean(),
  }),
  retention_policy: v.object({
    metadata_retention_days: Count,
    export_format: v.picklist(EXPORT_FORMATS),
  }),
  redaction: v.object({
    include_payloads: v.literal(DESTINATION_REDACTION.includePayloads),
    private_payload_egress: v.literal(DESTINATION_REDACTION.privatePayloadEgress),
    secret_material_returned: v.literal(DESTINATION_REDACTION.secretMaterialReturned),
    no_payload_guarantee: v.literal(DESTINATION_REDACTION.noPayloadGuarantee),
    audit_material: v.literal(DESTINATION_REDACTION.auditMaterial),
  }),
  permissions: v.object({ allowed_actions: v.array(v.string()) }),
});

/** How a destination gets its events: our addition to the contract's record, so its two endpoints do not show it (ADR 30). */
export const ExportSettingsAnswer = v.object({
  format: v.picklist(WIRE_FORMATS),
  event_types: v.nullable(v.array(v.picklist(AUDIT_EVENT_TYPES))),
  minimum_outcome: v.picklist(AUDIT_OUTCOMES),
  environment_ids: v.array(v.string()),
  tenant_events: v.boolean(),
  index: v.nullable(v.string()),
  channel: v.nullable(v.string()),
  app_name: v.nullable(v.string()),
  service: v.nullable(v.string()),
  tags: v.array(v.string()),
  events_per_request: Count,
});

/** A destination as our own endpoints answer it. */
export const DestinationDetailAnswer = v.object({
  ...DestinationAnswer.entries,
  export_settings: ExportSettingsAnswer,
});

/** A page of destinations, in the casing of its records. */
export const DestinationsAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: v.array(DestinationDetailAnswer),
  page: v.object({ limit: Count, total_count: Count, next_cursor: v.optional(v.string()) }),
});

export const DestinationsQuery = v.strictObject({
  ...ScopeQuery.entries,
  kind: v.optional(v.picklist(DESTINATION_KINDS)),
  enabled: v.optional(Flag),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** The body of a disable (contract, section 4.2) and of an enable: the scope stands in it. */
export const SwitchDestinationBody = v.strictObject({
  tenant_id: Id,
  environment_id: Id,
  reason_code: ReasonCodeField,
});

// The domain judges what is no handle: a caller who sends a real endpoint must learn of the leak.
const handleOf = (kind: HandleKind) =>
  v.pipe(v.string(), v.metadata({ format: 'handle', pattern: HANDLE_PATTERNS[kind] }));

// Write-only: taken in, kept, and answered nowhere.
const Reference = v.nullish(
  v.pipe(v.string(), v.maxLength(1100), v.metadata({ writeOnly: true, pattern: '^(env|file):' })),
);

const setting = (pattern: RegExp) => v.nullish(v.pipe(v.string(), v.regex(pattern)));

/** What a caller may say of it; which form a kind can carry is the domain's to judge. */
export const ExportSettingsInput = v.strictObject({
  format: v.nullish(v.picklist(WIRE_FORMATS)),
  event_types: v.nullish(v.pipe(v.array(v.picklist(AUDIT_EVENT_TYPES)), v.maxLength(200))),
  minimum_outcome: v.optional(v.picklist(AUDIT_OUTCOMES)),
  environment_ids: v.optional(v.pipe(v.array(Id), v.maxLength(100))),
  tenant_events: v.optional(v.boolean()),
  index: setting(EXPORT_SETTING_PATTERNS.index),
  channel: setting(EXPORT_SETTING_PATTERNS.channel),
  app_name: setting(EXPORT_SETTING_PATTERNS.appName),
  service: setting(EXPORT_SETTING_PATTERNS.service),
  tags: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(EXPORT_SETTING_PATTERNS.tag))), v.maxLength(MOST_TAGS)),
  ),
  events_per_request: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_EVENTS_PER_REQUEST)),
  ),
});

const destinationFields = {
  destination_ref: handleOf('dst'),
  endpoint_ref: handleOf('ep'),
  endpoint_secret_ref: Reference,
  token_secret_ref: Reference,
  signing_key_ref: Reference,
  audit_export_link: v.optional(v.strictObject({ duplicates_export_jobs: v.boolean() })),
  retention_policy: v.optional(
    v.strictObject({
      metadata_retention_days: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(RETENTION_DAYS.min), v.maxValue(RETENTION_DAYS.max)),
      ),
      export_format: v.optional(v.picklist(EXPORT_FORMATS)),
    }),
  ),
  export_settings: v.optional(ExportSettingsInput),
  reason_code: v.optional(ReasonCodeField),
};

export const CreateDestinationBody = v.strictObject({
  destination_id: Id,
  kind: v.picklist(DESTINATION_KINDS),
  ...destinationFields,
});

/** A destination's new content. Its kind is for good; what is left out stays. */
export const UpdateDestinationBody = v.strictObject(destinationFields);

/** What a destination's handles and references are refused for beyond their form. */
export const DESTINATION_REFUSALS = [
  { reasonCode: 'raw_endpoint_material_rejected', when: 'A handle is or holds an endpoint or a token.' },
  {
    reasonCode: 'invalid_request',
    field: 'endpoint_secret_ref',
    when: 'The reference is none that this service may resolve.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'token_secret_ref',
    when: 'The reference is none that this service may resolve.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'signing_key_ref',
    when: 'The reference is none that this service may resolve.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'export_settings.format',
    when: 'The protocol of the kind cannot carry that form.',
  },
  {
    reasonCode: 'permission_denied',
    field: 'export_settings.tenant_events',
    when: 'Events of the tenant itself would leave, and the caller has no tenant-wide grant.',
  },
  {
    reasonCode: 'permission_denied',
    field: 'export_settings.environment_ids',
    when: 'Events of an environment would leave in which the caller has no grant.',
  },
] as const;
