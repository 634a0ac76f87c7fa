import { AUDIT_EVENT_TYPES, AUDIT_OUTCOMES, AUDIT_RESOURCE_TYPES } from '@govgate/domain';
import * as v from 'valibot';
import {
  Count,
  DateTime,
  Id,
  InstantField,
  PageSize,
  PageToken,
  PrincipalId,
  SchemaVersion,
  wholeNumber,
} from './fields.js';
import { pageOf } from './policy.js';

/** An audit event (docs/spec/audit.md). */
export const AuditEventAnswer = v.object({
  schema_version: SchemaVersion,
  audit_event_id: v.string(),
  sequence: Count,
  occurred_at: DateTime,
  tenant_id: v.string(),
  environment_id: v.nullable(v.string()),
  event_type: v.picklist(AUDIT_EVENT_TYPES),
  outcome: v.picklist(AUDIT_OUTCOMES),
  actor: v.object({ actor_type: v.string(), actor_id: v.string(), auth_method: v.string() }),
  action: v.string(),
  resource: v.object({
    resource_type: v.picklist(AUDIT_RESOURCE_TYPES),
    resource_id: v.string(),
    version: v.nullable(v.string()),
  }),
  reason_code: v.string(),
  reason: v.nullable(v.string()),
  request_id: v.string(),
  correlation_id: v.nullable(v.string()),
  changed_fields: v.array(v.string()),
  related_ids: v.array(v.string()),
  from_state: v.optional(v.string()),
  to_state: v.optional(v.string()),
  subject_type: v.optional(v.picklist(['user', 'group', 'service_account'])),
  prev_hash: v.nullable(v.string()),
  hash: v.string(),
  metadata_only: v.literal(true),
});

const EventsPage = pageOf(AuditEventAnswer);

/** A page of events. Their number is exact up to a limit (docs/spec/audit.md). */
export const AuditEventPage = v.object({
  ...EventsPage.entries,
  page: v.object({ ...EventsPage.entries.page.entries, total_is_at_least: v.boolean() }),
});

export const AuditEventsQuery = v.strictObject({
  tenant_id: v.optional(Id),
  environment_id: v.optional(Id),
  actor_id: v.optional(PrincipalId),
  resource_type: v.optional(v.picklist(AUDIT_RESOURCE_TYPES)),
  /** Also of a user or a service account. */
  resource_id: v.optional(PrincipalId),
  event_type: v.optional(v.picklist(AUDIT_EVENT_TYPES)),
  outcome: v.optional(v.picklist(AUDIT_OUTCOMES)),
  from: v.optional(InstantField),
  to: v.optional(InstantField),
  correlation_id: v.optional(Id),
  order: v.optional(v.picklist(['asc', 'desc'])),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

export const ExportQuery = v.strictObject({
  tenant_id: v.optional(Id),
  from: v.optional(InstantField),
  to: v.optional(InstantField),
});

export const TenantQuery = v.strictObject({ tenant_id: v.optional(Id) });

/** `from=0`: the whole trail, not only what follows the last checkpoint. */
export const VerifyQuery = v.strictObject({
  tenant_id: v.optional(Id),
  from: v.optional(v.picklist(['0'])),
});

/** A line of an export other than an event (docs/spec/audit.md). */
export const CheckpointLine = v.object({
  record_type: v.literal('checkpoint'),
  schema_version: SchemaVersion,
  tenant_id: v.string(),
  note: v.nullable(v.string()),
  public_key: v.string(),
  before: v.array(v.string()),
  after: v.array(v.string()),
  unsigned: v.nullable(v.object({ first_sequence: Count, last_sequence: Count })),
});

/** A line in an export that begins after sealed events: the signed note says up to where events were removed. */
export const SegmentLine = v.object({
  record_type: v.literal('segment'),
  schema_version: SchemaVersion,
  tenant_id: v.string(),
  note: v.string(),
});

/** A checkpoint: a C2SP note, its content, and the key that signed it. */
export const CheckpointAnswer = v.object({
  tree_size: Count,
  root_hash: v.string(),
  head_hash: v.nullable(v.string()),
  signed_at: v.nullable(DateTime),
  note: v.string(),
  public_key: v.nullable(v.string()),
});

export const CheckpointsQuery = v.strictObject({
  tenant_id: v.optional(Id),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** The size of a tree, as a query parameter. */
const TreeSize = wholeNumber(1, 10 ** 15);

export const ConsistencyQuery = v.strictObject({ tenant_id: v.optional(Id), from: TreeSize, to: TreeSize });

export const ConsistencyAnswer = v.object({
  schema_version: SchemaVersion,
  first: CheckpointAnswer,
  second: CheckpointAnswer,
  consistency_path: v.nullable(v.array(v.string())),
});

export const EventProofAnswer = v.object({
  schema_version: SchemaVersion,
  audit_event_id: v.string(),
  sequence: Count,
  hash: v.string(),
  leaf_index: Count,
  inclusion_path: v.nullable(v.array(v.string())),
  checkpoint: v.nullable(CheckpointAnswer),
});

export const VerifyAnswer = v.object({
  schema_version: SchemaVersion,
  valid: v.boolean(),
  events: Count,
  first_sequence: v.nullable(Count),
  last_sequence: v.nullable(Count),
  head_hash: v.nullable(v.string()),
  first_invalid: v.nullable(
    v.object({
      sequence: Count,
      reason_code: v.string(),
      column: v.optional(v.string()),
      sound_up_to: v.optional(Count),
    }),
  ),
  state: v.optional(v.picklist(['verified', 'unsigned', 'broken'])),
  started_after: v.optional(Count),
  signed_up_to: v.optional(v.nullable(Count)),
  sealed_up_to: v.optional(v.nullable(Count)),
  older_stores_accepted: v.optional(
    v.array(
      v.object({
        signed_size: Count,
        signed_root: v.string(),
        store_size: Count,
        store_root: v.string(),
        accepted_at: v.string(),
      }),
    ),
  ),
  checkpoint: v.optional(v.nullable(CheckpointAnswer)),
});
