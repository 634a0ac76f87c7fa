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

/** A Delivery status object (docs/spec/destinations.md#record). */
export const DeliveryStatusAnswer = v.object({
  status: v.picklist(DELIVERY_STATES),
  checked_at: DateTimeOrEmpty,
  reason_code: Reason,
  last_error: v.optional(v.object({ reason_code: Reason, retryable: v.optional(v.boolean()) })),
});

/** A destination (docs/spec/destinations.md#record), in the contract's mixed casing. Write-only references have no key. */
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

/** A destination's export settings: our addition to the contract's record, so the contract's two endpoints omit it (ADR 30). */
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

/** A destination in our own endpoints. */
export const DestinationDetailAnswer = v.object({
  ...DestinationAnswer.entries,
  export_settings: ExportSettingsAnswer,
});

/** A page of destinations, in their casing. */
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

/** The body of a disable (docs/spec/destinations.md#disable-and-enable) or enable: the scope is in it. */
export const SwitchDestinationBody = v.strictObject({
  tenant_id: Id,
  environment_id: Id,
  reason_code: ReasonCodeField,
});

// The domain judges non-handles: a caller who sends a real endpoint must learn of the leak.
const handleOf = (kind: HandleKind) =>
  v.pipe(v.string(), v.metadata({ format: 'handle', pattern: HANDLE_PATTERNS[kind] }));

// Write-only: accepted, stored, and never answered.
const Reference = v.nullish(
  v.pipe(v.string(), v.maxLength(1100), v.metadata({ writeOnly: true, pattern: '^(env|file):' })),
);

const setting = (pattern: RegExp) => v.nullish(v.pipe(v.string(), v.regex(pattern)));

/** The caller's fields; the domain judges which form a kind can carry. */
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

/** A destination's new content. Its kind never changes; omitted fields stay. */
export const UpdateDestinationBody = v.strictObject(destinationFields);

/** Refusals of a destination's handles and references beyond their form. */
export const DESTINATION_REFUSALS = [
  { reasonCode: 'raw_endpoint_material_rejected', when: 'A handle is or holds an endpoint or a token.' },
  {
    reasonCode: 'invalid_request',
    field: 'endpoint_secret_ref',
    when: 'This service may not resolve the reference.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'token_secret_ref',
    when: 'This service may not resolve the reference.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'signing_key_ref',
    when: 'This service may not resolve the reference.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'export_settings.format',
    when: 'The protocol of the kind cannot carry that form.',
  },
  {
    reasonCode: 'permission_denied',
    field: 'export_settings.tenant_events',
    when: 'Events of the tenant itself would be exported, and the caller has no tenant-wide grant.',
  },
  {
    reasonCode: 'permission_denied',
    field: 'export_settings.environment_ids',
    when: 'Events would be exported from an environment in which the caller has no grant.',
  },
] as const;
