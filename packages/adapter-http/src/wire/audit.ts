import { AUDIT_EVENT_TYPES, AUDIT_OUTCOMES } from '@govgate/domain';
import { AUDIT_RESOURCE_TYPES, HISTOGRAM_INTERVALS } from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTime,
  Id,
  InstantField,
  PageSize,
  PageToken,
  PrincipalId,
  RequestId,
  SchemaVersion,
  TenantId,
  TenantParameter,
  wholeNumber,
} from './fields.js';
import { pageOf } from './page-of.js';

/** An audit event (docs/spec/audit.md). */
export const AuditEventAnswer = v.object({
  schema_version: SchemaVersion,
  audit_event_id: described(
    v.string(),
    'Names one event of the trail; made by the service.',
    'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  sequence: described(Count, "The event's number in the trail of the tenant, from 1 without gaps."),
  occurred_at: described(DateTime, 'When it happened.'),
  tenant_id: TenantId,
  environment_id: described(
    v.nullable(v.string()),
    'The environment in which it happened; null for the tenant itself.',
    'production',
  ),
  event_type: described(
    v.picklist(AUDIT_EVENT_TYPES),
    'What happened, or was refused, as `<resource>.<past participle>`.',
  ),
  outcome: described(
    v.picklist(AUDIT_OUTCOMES),
    'Whether it was done (`success`), forbidden (`denied`) or failed (`failure`).',
  ),
  actor: described(
    v.object({
      actor_type: described(v.string(), 'Whether a user, a service account or the service itself acted.'),
      actor_id: described(v.string(), 'The user or service account; `system` for the service itself.', 'ada'),
      auth_method: described(v.string(), 'How the actor proved who they are.'),
    }),
    'Who did it.',
  ),
  action: described(v.string(), 'What was done, as a verb.', 'publish'),
  resource: described(
    v.object({
      resource_type: described(v.picklist(AUDIT_RESOURCE_TYPES), 'What kind of record.'),
      resource_id: described(
        v.string(),
        'The record that was named, whether or not it exists; "" for a refused create.',
        'pv_7',
      ),
      version: described(
        v.nullable(v.string()),
        'Its version afterwards; null for records without one.',
        '7',
      ),
    }),
    'The record that it was done to.',
  ),
  reason_code: described(v.string(), 'Why it was done or refused, as a code.', 'reviewed'),
  reason: described(
    v.nullable(v.string()),
    'Why, in the words of the actor; null without any.',
    'Reviewed in the weekly meeting',
  ),
  request_id: RequestId,
  correlation_id: described(
    v.nullable(v.string()),
    'Groups events that belong together; null for none.',
    'incident-7',
  ),
  changed_fields: described(v.array(v.string()), 'Names of the members that differ, never their values.', [
    'display_name',
  ]),
  related_ids: described(v.array(v.string()), 'Other records that the event concerns.', [
    'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ]),
  from_state: described(
    v.optional(v.string()),
    'The state before the change; absent where it has none.',
    'active',
  ),
  to_state: described(
    v.optional(v.string()),
    'The state after the change; absent where it has none.',
    'disabled',
  ),
  subject_type: described(
    v.optional(v.picklist(['user', 'group', 'service_account'])),
    'To whom a role was granted; only on events of grants.',
  ),
  prev_hash: described(v.nullable(v.string()), 'The `hash` of the event before; null for the first event.'),
  hash: described(v.string(), 'SHA-256 of the RFC 8785 form of the event without this member.'),
  metadata_only: described(v.literal(true), 'Always true: the event holds no content.'),
});

const EventsPage = pageOf(AuditEventAnswer);

/** A page of events. Their number is exact up to a limit (docs/spec/audit.md). */
export const AuditEventPage = v.object({
  ...EventsPage.entries,
  page: described(
    v.object({
      ...EventsPage.entries.page.entries,
      total_is_at_least: described(
        v.boolean(),
        'True if there are more than `total_count`, which counts up to 10,000.',
      ),
    }),
    'The position of the page in the list.',
  ),
});

/** Which events are wanted. */
const EVENT_FILTER = {
  tenant_id: TenantParameter,
  environment_id: described(
    v.optional(Id),
    'Only events of this environment; of the whole tenant if omitted.',
  ),
  actor_id: described(v.optional(PrincipalId), 'Only what this user or service account did.', 'ada'),
  resource_type: described(
    v.optional(v.picklist(AUDIT_RESOURCE_TYPES)),
    'Only events about records of this kind.',
  ),
  /** Also of a user or a service account. */
  resource_id: described(v.optional(PrincipalId), 'Only events about this record.', 'srv_crm'),
  event_type: described(v.optional(v.picklist(AUDIT_EVENT_TYPES)), 'Only events of this type.'),
  outcome: described(v.optional(v.picklist(AUDIT_OUTCOMES)), 'Only events that ended so.'),
  correlation_id: described(v.optional(Id), 'Only events of this group.', 'incident-7'),
};

export const AuditEventsQuery = v.strictObject({
  ...EVENT_FILTER,
  from: described(
    v.optional(InstantField),
    'Only events at or after this moment.',
    '2026-01-01T00:00:00.000Z',
  ),
  to: described(v.optional(InstantField), 'Only events before this moment.', '2026-02-01T00:00:00.000Z'),
  order: described(
    v.optional(v.picklist(['asc', 'desc'])),
    'Newest (`desc`, the default) or oldest (`asc`) first.',
  ),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

const Interval = described(v.picklist(HISTOGRAM_INTERVALS), 'How much time a bucket covers.', 'hour');

export const AuditHistogramQuery = v.strictObject({
  ...EVENT_FILTER,
  from: described(InstantField, 'Count events at or after this moment.', '2026-01-01T00:00:00.000Z'),
  to: described(InstantField, 'Count events before this moment.', '2026-01-02T00:00:00.000Z'),
  interval: Interval,
});

/** A bucket of a histogram (docs/spec/audit.md). */
const HistogramBucket = v.object({
  start: described(DateTime, 'Where the bucket begins, in UTC.', '2026-01-01T00:00:00.000Z'),
  success: described(Count, 'Events of what was done.'),
  denied: described(Count, 'Events of what was forbidden.'),
  failure: described(Count, 'Events of what failed.'),
});

export const AuditHistogramAnswer = v.object({
  schema_version: SchemaVersion,
  interval: Interval,
  from: described(DateTime, 'The first moment that is counted.'),
  to: described(DateTime, 'The moment up to which is counted, itself excluded.'),
  buckets: described(
    v.array(HistogramBucket),
    'Every bucket of the range in order of time, also those without events.',
  ),
});

export const ExportQuery = v.strictObject({
  tenant_id: TenantParameter,
  from: described(
    v.optional(InstantField),
    'Export events at or after this moment; from the first if omitted.',
    '2026-01-01T00:00:00.000Z',
  ),
  to: described(
    v.optional(InstantField),
    'Export events before this moment; to the last if omitted.',
    '2026-02-01T00:00:00.000Z',
  ),
});

export const TenantQuery = v.strictObject({ tenant_id: TenantParameter });

/** `from=0`: the whole trail, not only what follows the last checkpoint. */
export const VerifyQuery = v.strictObject({
  tenant_id: TenantParameter,
  from: described(
    v.optional(v.picklist(['0'])),
    '`0` verifies the whole trail instead of what follows the last checkpoint.',
  ),
});

/** A line of an export other than an event (docs/spec/audit.md). */
export const CheckpointLine = v.object({
  record_type: described(v.literal('checkpoint'), 'Tells the lines of an export apart; an event has none.'),
  schema_version: SchemaVersion,
  tenant_id: TenantId,
  note: described(v.nullable(v.string()), 'The signed C2SP `tlog-checkpoint` note; null before the first.'),
  public_key: described(v.string(), 'The Ed25519 key that verifies the note, in the format of C2SP.'),
  before: described(
    v.array(v.string()),
    'Proof that the part before the exported one belongs to the tree, as RFC 6962 hashes.',
  ),
  after: described(
    v.array(v.string()),
    'Proof that what follows the exported part belongs to the tree, as RFC 6962 hashes.',
  ),
  unsigned: described(
    v.nullable(
      v.object({
        first_sequence: described(Count, 'The first event that no checkpoint covers.'),
        last_sequence: described(Count, 'The last event that no checkpoint covers.'),
      }),
    ),
    'The events that no checkpoint covers yet; null if all are covered.',
  ),
});

/** A line in an export that begins after sealed events: the signed note says up to where events were removed. */
export const SegmentLine = v.object({
  record_type: described(v.literal('segment'), 'Tells the lines of an export apart; an event has none.'),
  schema_version: SchemaVersion,
  tenant_id: TenantId,
  note: described(v.string(), 'The signed statement up to where events were removed.'),
});

/** A checkpoint: a C2SP note, its content, and the key that signed it. */
export const CheckpointAnswer = described(
  v.object({
    tree_size: described(Count, 'How many events the tree holds.'),
    root_hash: described(v.string(), 'The RFC 6962 hash over all events of the tree.'),
    head_hash: described(
      v.nullable(v.string()),
      'Hash of the last event that is covered; null where there is none.',
    ),
    signed_at: described(v.nullable(DateTime), 'When it was signed; null where that is not kept.'),
    note: described(v.string(), 'The signed C2SP `tlog-checkpoint` note.'),
    public_key: described(
      v.nullable(v.string()),
      'The Ed25519 key that verifies the note, in the format of C2SP; null where it is not kept.',
    ),
  }),
  'A signed statement about the whole trail up to an event.',
);

export const CheckpointsQuery = v.strictObject({
  tenant_id: TenantParameter,
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** The size of a tree, as a query parameter. */
const TreeSize = wholeNumber(1, 10 ** 15);

export const ConsistencyQuery = v.strictObject({
  tenant_id: TenantParameter,
  from: described(TreeSize, 'How many events the older tree holds.'),
  to: described(TreeSize, 'How many events the newer tree holds.'),
});

export const ConsistencyAnswer = v.object({
  schema_version: SchemaVersion,
  first: CheckpointAnswer,
  second: CheckpointAnswer,
  consistency_path: described(
    v.nullable(v.array(v.string())),
    'Hashes of RFC 6962 that prove the second tree extends the first; null where they can no longer be computed.',
  ),
});

export const EventProofAnswer = v.object({
  schema_version: SchemaVersion,
  audit_event_id: described(
    v.string(),
    'Names one event of the trail; made by the service.',
    'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  sequence: described(Count, "The event's number in the trail."),
  hash: described(v.string(), 'SHA-256 of the event, as the trail has it.'),
  leaf_index: described(Count, "The event's position in the tree, from 0."),
  inclusion_path: described(
    v.nullable(v.array(v.string())),
    'Hashes of RFC 6962 that prove the event is in the tree; null where no checkpoint covers it yet or they can no longer be computed.',
  ),
  checkpoint: described(
    v.nullable(CheckpointAnswer),
    'The checkpoint of the tree that the proof is for; null where none covers the event yet.',
  ),
});

export const VerifyAnswer = v.object({
  schema_version: SchemaVersion,
  valid: described(v.boolean(), 'Whether no fault was found.'),
  events: described(Count, 'How many events were read.'),
  first_sequence: described(v.nullable(Count), 'The first event that was read; null for none.'),
  last_sequence: described(v.nullable(Count), 'The last event that was read; null for none.'),
  head_hash: described(
    v.nullable(v.string()),
    'Hash of the last event that is covered; null where there is none.',
  ),
  first_invalid: described(
    v.nullable(
      v.object({
        sequence: described(Count, 'The event at fault.'),
        reason_code: described(v.string(), 'What is wrong with it.', 'hash_mismatch'),
        column: described(
          v.optional(v.string()),
          'With `column_mismatch`: the stored column that contradicts the event.',
          'actor_id',
        ),
        sound_up_to: described(
          v.optional(Count),
          'With `checkpoint_mismatch`: the last event that an earlier checkpoint vouches for. The change lies after it.',
        ),
      }),
    ),
    'The first fault; null if there is none.',
  ),
  state: described(
    v.optional(v.picklist(['verified', 'unsigned', 'broken'])),
    '`verified`: only very recent events follow a checkpoint of our key; `unsigned`: more than that do; `broken`: a fault was found.',
  ),
  started_after: described(
    v.optional(Count),
    'The event after which reading began; 0 for the beginning of the trail.',
  ),
  signed_up_to: described(
    v.optional(v.nullable(Count)),
    'The last event that a checkpoint of our key vouches for; null for none.',
  ),
  sealed_up_to: described(
    v.optional(v.nullable(Count)),
    'The last event that was removed after its hash was kept; null for none.',
  ),
  older_stores_accepted: described(
    v.optional(
      v.array(
        v.object({
          signed_size: described(Count, 'Events of the tree that had been signed.'),
          signed_root: described(v.string(), 'Root hash of the tree that had been signed.'),
          store_size: described(Count, 'Events of the tree that was accepted.'),
          store_root: described(v.string(), 'Root hash of the tree that was accepted.'),
          accepted_at: described(v.string(), 'When the operator accepted it.'),
        }),
      ),
    ),
    'Every time an operator accepted a store that is older than what was signed.',
  ),
  checkpoint: described(
    v.optional(v.nullable(CheckpointAnswer)),
    'The last checkpoint that holds; null for none.',
  ),
});

export const AuditEventParams = v.object({
  audit_event_id: described(
    Id,
    'Names one event of the trail; made by the service.',
    'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
});
