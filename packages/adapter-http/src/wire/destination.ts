import { AUDIT_EVENT_TYPES, AUDIT_OUTCOMES, type DeliveryReason } from '@govgate/domain';
import {
  AUDIT_EXPORT_OPERATION,
  DELIVERY_REASONS,
  DELIVERY_STATES,
  DESTINATION_KINDS,
  DESTINATION_REDACTION,
  EXPORT_FORMATS,
  EXPORT_SETTING_PATTERNS,
  HANDLE_PATTERNS,
  type HandleKind,
  MOST_EVENTS_PER_REQUEST,
  MOST_TAGS,
  RETENTION_DAYS,
  WIRE_FORMATS,
} from '@govgate/domain/internal';
import { destinationKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTimeOrEmpty,
  EnvironmentId,
  Flag,
  Id,
  listQuery,
  NextCursor,
  PageLimit,
  ReasonCodeField,
  SchemaVersion,
  ScopeQuery,
  SecretReferenceText,
  TenantId,
  TotalCount,
} from './fields.js';

export const DestinationParams = v.object({
  destination_id: described(Id, 'Names where events go; unique in its environment.', 'dest_siem'),
});

const Reason = v.picklist(Object.keys(DELIVERY_REASONS) as DeliveryReason[]);

/** A Delivery status object (docs/spec/destinations.md#record). */
export const DeliveryStatusAnswer = described(
  v.object({
    status: described(
      v.picklist(DELIVERY_STATES),
      'How deliveries go: after a failure `degraded`, after ten in a row `failing`.',
    ),
    checked_at: described(DateTimeOrEmpty, 'When something was last delivered or refused; "" for never.'),
    reason_code: described(Reason, 'The reason for the status.'),
    last_error: described(
      v.optional(
        v.object({
          reason_code: described(Reason, 'What failed.'),
          retryable: described(
            v.optional(v.boolean()),
            'Whether it may succeed later without a change. What is exported is tried again in either case.',
          ),
        }),
      ),
      'The last failure; absent while the last delivery succeeded.',
    ),
  }),
  'How deliveries are going.',
);

/** A destination (docs/spec/destinations.md#record), in the contract's mixed casing. Write-only references have no key. */
export const DestinationAnswer = v.object({
  schemaVersion: SchemaVersion,
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  destination_id: described(v.string(), 'Names where events go; unique in its environment.', 'dest_siem'),
  kind: described(v.picklist(DESTINATION_KINDS), 'The protocol of the receiver.'),
  enabled: described(v.boolean(), 'Whether events are sent.'),
  destination_ref: described(
    v.string(),
    'An opaque handle for the receiver; never a real address.',
    'dstref_security-lake-01',
  ),
  endpoint_ref: described(
    v.string(),
    'An opaque handle for the address; never the real one.',
    'epref_security-lake-01',
  ),
  siem_delivery_status: DeliveryStatusAnswer,
  webhook_status: DeliveryStatusAnswer,
  audit_export_status: DeliveryStatusAnswer,
  audit_export_link: described(
    v.object({
      admin_api_operation: described(
        v.literal(AUDIT_EXPORT_OPERATION),
        'The operation of this API that exports the same events.',
      ),
      duplicates_export_jobs: described(
        v.boolean(),
        'True where export jobs send the same events, so a receiver sees them twice.',
      ),
    }),
    'How export jobs relate to this destination.',
  ),
  retention_policy: described(
    v.object({
      metadata_retention_days: described(Count, 'How long the receiver is to keep events, in days.', 90),
      export_format: described(v.picklist(EXPORT_FORMATS), 'The format of events in export jobs.'),
    }),
    'How long the receiver keeps events, and the format of export jobs.',
  ),
  redaction: described(
    v.object({
      include_payloads: described(
        v.literal(DESTINATION_REDACTION.includePayloads),
        'Always false: what agents send and receive is never exported.',
      ),
      private_payload_egress: described(
        v.literal(DESTINATION_REDACTION.privatePayloadEgress),
        'Always false: no content leaves.',
      ),
      secret_material_returned: described(
        v.literal(DESTINATION_REDACTION.secretMaterialReturned),
        'Always false.',
      ),
      no_payload_guarantee: described(
        v.literal(DESTINATION_REDACTION.noPayloadGuarantee),
        'Always true: the two statements above hold for every delivery.',
      ),
      audit_material: described(
        v.literal(DESTINATION_REDACTION.auditMaterial),
        'Always `metadata_only`: the trail holds no content.',
      ),
    }),
    'What is withheld, everywhere and always.',
  ),
  permissions: described(
    v.object({
      allowed_actions: described(
        v.array(v.string()),
        'Actions the caller may take now, by the rules that are enforced.',
        ['disable'],
      ),
    }),
    'What the caller may do with the destination.',
  ),
});

/** A destination's export settings: our addition to the contract's record, so the contract's two endpoints omit it (ADR 30). */
export const ExportSettingsAnswer = described(
  v.object({
    format: described(v.picklist(WIRE_FORMATS), 'The form in which events are sent.'),
    event_types: described(
      v.nullable(v.array(v.picklist(AUDIT_EVENT_TYPES))),
      'Only events of these types are sent; null for all.',
    ),
    minimum_outcome: described(
      v.picklist(AUDIT_OUTCOMES),
      '`success` sends every event, `failure` those that were refused, `denied` only those that were forbidden.',
    ),
    environment_ids: described(v.array(v.string()), 'Environments whose events are sent besides its own.', [
      'staging',
    ]),
    tenant_events: described(
      v.boolean(),
      'True to send events of the tenant itself too: users, groups, tenant-wide grants.',
    ),
    index: described(
      v.nullable(v.string()),
      'Data stream or index that events go to; null for the default. Elasticsearch only.',
      'logs-govgate.audit-default',
    ),
    channel: described(
      v.nullable(v.string()),
      'The request channel of the Splunk HTTP event collector; null for none. Splunk only.',
      '1f0c9a52-7c1e-4d1b-9a51-3f6f0a6f2b11',
    ),
    app_name: described(
      v.nullable(v.string()),
      'APP-NAME of the syslog header; null for the default. Syslog only.',
      'govgate',
    ),
    service: described(
      v.nullable(v.string()),
      'Value of `service` on every event; null for the default. Datadog only.',
      'govgate',
    ),
    tags: described(v.array(v.string()), 'Tags of the form `key:value`. Datadog only.', ['team:security']),
    events_per_request: described(
      Count,
      'Events in one request; more than one makes it a batch. Webhooks only.',
      1,
    ),
  }),
  'Which events continuous export sends, and in which form.',
);

/** A destination in our own endpoints. */
export const DestinationDetailAnswer = v.object({
  ...DestinationAnswer.entries,
  export_settings: ExportSettingsAnswer,
});

/** A page of destinations, in their casing. */
export const DestinationsAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: described(v.array(DestinationDetailAnswer), 'The destinations of this page.'),
  page: described(
    v.object({ limit: PageLimit, total_count: TotalCount, next_cursor: NextCursor }),
    'The position of the page in the list.',
  ),
});

export const DestinationsQuery = v.strictObject({
  ...ScopeQuery.entries,
  kind: described(v.optional(v.picklist(DESTINATION_KINDS)), 'Only receivers of this protocol.'),
  enabled: described(v.optional(Flag), 'Only destinations that are enabled (`true`) or disabled (`false`).'),
  ...listQuery(recordSortsOf(destinationKind)),
});

/** The body of a disable (docs/spec/destinations.md#disable-and-enable) or enable: the scope is in it. */
export const SwitchDestinationBody = v.strictObject({
  tenant_id: described(Id, 'The tenant of the destination.', 'acme'),
  environment_id: described(Id, 'The environment of the destination.', 'production'),
  reason_code: ReasonCodeField,
});

// The domain judges non-handles: a caller who sends a real endpoint must learn of the leak.
const handleOf = (kind: HandleKind) =>
  v.pipe(v.string(), v.metadata({ format: 'handle', pattern: HANDLE_PATTERNS[kind] }));

const setting = (pattern: RegExp) => v.nullish(v.pipe(v.string(), v.regex(pattern)));

/** The caller's fields; the domain judges which form a kind can carry. */
export const ExportSettingsInput = v.strictObject({
  format: described(
    v.nullish(v.picklist(WIRE_FORMATS)),
    'The form in which events are sent; null for what the protocol usually carries.',
  ),
  event_types: described(
    v.nullish(v.pipe(v.array(v.picklist(AUDIT_EVENT_TYPES)), v.maxLength(200))),
    'Only events of these types are sent; null for all.',
  ),
  minimum_outcome: described(
    v.optional(v.picklist(AUDIT_OUTCOMES)),
    '`success` sends every event, `failure` those that were refused, `denied` only those that were forbidden.',
  ),
  environment_ids: described(
    v.optional(v.pipe(v.array(Id), v.maxLength(100))),
    'Environments whose events are sent besides its own.',
    ['staging'],
  ),
  tenant_events: described(
    v.optional(v.boolean()),
    'True to send events of the tenant itself too: users, groups, tenant-wide grants.',
  ),
  index: described(
    setting(EXPORT_SETTING_PATTERNS.index),
    'Data stream or index that events go to; null for the default. Elasticsearch only.',
    'logs-govgate.audit-default',
  ),
  channel: described(
    setting(EXPORT_SETTING_PATTERNS.channel),
    'The request channel of the Splunk HTTP event collector; null for none. Splunk only.',
    '1f0c9a52-7c1e-4d1b-9a51-3f6f0a6f2b11',
  ),
  app_name: described(
    setting(EXPORT_SETTING_PATTERNS.appName),
    'APP-NAME of the syslog header; null for the default. Syslog only.',
    'govgate',
  ),
  service: described(
    setting(EXPORT_SETTING_PATTERNS.service),
    'Value of `service` on every event; null for the default. Datadog only.',
    'govgate',
  ),
  tags: described(
    v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.regex(EXPORT_SETTING_PATTERNS.tag))), v.maxLength(MOST_TAGS)),
    ),
    'Tags of the form `key:value`. Datadog only.',
    ['team:security'],
  ),
  events_per_request: described(
    v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_EVENTS_PER_REQUEST))),
    'Events in one request; more than one makes it a batch. Webhooks only.',
    1,
  ),
});

const destinationFields = {
  destination_ref: described(
    handleOf('dst'),
    'An opaque handle for the receiver; never a real address.',
    'dstref_security-lake-01',
  ),
  endpoint_ref: described(
    handleOf('ep'),
    'An opaque handle for the address; never the real one.',
    'epref_security-lake-01',
  ),
  endpoint_secret_ref: described(
    SecretReferenceText,
    'A reference (`env:` or `file:`) to the real address. Write-only; null removes it.',
    'env:SIEM_ENDPOINT',
  ),
  token_secret_ref: described(
    SecretReferenceText,
    'A reference (`env:` or `file:`) to the token that is sent. Write-only; null removes it.',
    'env:SIEM_TOKEN',
  ),
  signing_key_ref: described(
    SecretReferenceText,
    'A reference (`env:` or `file:`) to the key that signs deliveries. Write-only; null removes it.',
    'env:SIEM_SIGNING_KEY',
  ),
  audit_export_link: described(
    v.optional(
      v.strictObject({
        duplicates_export_jobs: described(
          v.boolean(),
          'True where export jobs send the same events, so a receiver sees them twice.',
        ),
      }),
    ),
    'How export jobs relate to this destination.',
  ),
  retention_policy: described(
    v.optional(
      v.strictObject({
        metadata_retention_days: described(
          v.optional(
            v.pipe(v.number(), v.integer(), v.minValue(RETENTION_DAYS.min), v.maxValue(RETENTION_DAYS.max)),
          ),
          'How long the receiver is to keep events, in days.',
          90,
        ),
        export_format: described(
          v.optional(v.picklist(EXPORT_FORMATS)),
          'The format of events in export jobs.',
        ),
      }),
    ),
    'How long the receiver keeps events, and the format of export jobs.',
  ),
  export_settings: described(
    v.optional(ExportSettingsInput),
    'Which events continuous export sends, and in which form.',
  ),
  reason_code: v.optional(ReasonCodeField),
};

export const CreateDestinationBody = v.strictObject({
  destination_id: described(Id, 'Names where events go; unique in its environment.', 'dest_siem'),
  kind: described(v.picklist(DESTINATION_KINDS), 'The protocol of the receiver.'),
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
