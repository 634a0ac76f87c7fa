import { AUDIT_EVENT_TYPES, type DeliveryReason } from '@govgate/domain';
import { DELIVERY_REASONS, DESTINATION_REFERENCES } from '@govgate/domain/internal';
import * as v from 'valibot';
import { described } from './described.js';
import { DeliveryStatusAnswer } from './destination.js';
import {
  Count,
  DateTime,
  EnvironmentId,
  Id,
  InstantField,
  PageLimit,
  PageSize,
  ReasonCodeField,
  SchemaVersion,
  ScopeQuery,
  TenantId,
  TotalCount,
} from './fields.js';

const Reason = v.picklist(Object.keys(DELIVERY_REASONS) as DeliveryReason[]);
const MaybeTime = v.nullable(DateTime);
const Sequence = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

/** A replay: a range of the trail sent again. */
export const ReplayRecord = v.object({
  replay_id: described(
    v.string(),
    'Names one replay; made by the service.',
    'rpl_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  state: described(
    v.picklist(['running', 'completed', 'cancelled']),
    'Whether the replay runs, has ended or was cancelled.',
  ),
  from_sequence: described(Count, 'The first event of the range.'),
  to_sequence: described(Count, 'The last event of the range.'),
  reached_sequence: described(Count, 'The last event of the range that was sent.'),
  delivered: described(Count, 'Events of the range sent so far.'),
  requested_by: described(v.string(), 'Who asked for it.', 'ada'),
  requested_at: described(DateTime, 'When it was asked for.'),
  completed_at: described(MaybeTime, 'When the last event was sent; null while it is running.'),
});

const place = {
  schemaVersion: SchemaVersion,
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  destination_id: described(v.string(), 'Names where events go; unique in its environment.', 'dest_siem'),
};

/** How far continuous export has progressed at a destination. */
export const ExportStatusAnswer = v.object({
  ...place,
  enabled: described(v.boolean(), 'Whether events are sent.'),
  audit_export_status: DeliveryStatusAnswer,
  last_sequence: described(v.nullable(Count), 'The last event that was delivered; null for none.'),
  head_sequence: described(Count, "The latest event of the tenant's trail."),
  last_delivered_at: described(MaybeTime, 'When the receiver last accepted events; null for never.'),
  last_attempt_at: described(MaybeTime, 'When a delivery was last tried; null for never.'),
  next_attempt_at: described(MaybeTime, 'When a failed delivery is tried again; null for immediately.'),
  lag_events: described(Count, 'Events of the trail that are not yet delivered.'),
  lag_seconds: described(Count, 'Age of the oldest event not yet delivered, in seconds; 0 if there is none.'),
  failures_in_row: described(Count, 'Failed attempts since the last success.'),
  failing_since: described(MaybeTime, 'Since when every attempt has failed; null if the last one succeeded.'),
  last_reason_code: described(Reason, 'What came of the last attempt.'),
  unusable_reference: described(
    v.nullable(v.picklist(DESTINATION_REFERENCES)),
    'The reference that resolved to nothing usable at the last attempt; null if none did.',
  ),
  delivered_events: described(Count, 'Events accepted by the receiver since the destination was created.'),
  refused_events: described(Count, 'Events that the receiver rejected one by one.'),
  replays: described(v.array(ReplayRecord), 'The latest replays, newest first.'),
});

const page = described(v.object({ limit: PageLimit, total_count: TotalCount }), 'How many there are.');

/** The latest attempts of a destination. */
export const DeliveriesAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: described(
    v.array(
      v.object({
        attempt: described(Count, 'Counts the attempts at this destination, from 1.'),
        attempted_at: described(DateTime, 'When the request was sent.'),
        first_sequence: described(Count, 'The first event that was sent.'),
        last_sequence: described(Count, 'The last event that was sent.'),
        events: described(Count, 'How many events were sent.'),
        reason_code: described(Reason, 'What came of the attempt.'),
        latency_ms: described(Count, 'How long the receiver took to answer, in milliseconds.'),
      }),
    ),
    'The latest attempts, newest first.',
  ),
  page,
});

/** Events that a destination rejected individually. */
export const DeadLettersAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: described(
    v.array(
      v.object({
        sequence: described(
          Count,
          "The rejected event's number in the trail; the first one where several are reported together.",
        ),
        last_sequence: described(Count, 'The last of the rejected events that are reported together.'),
        count: described(Count, 'How many rejected events are told together.'),
        event_id: described(
          v.string(),
          'The audit event that was rejected; the first of several that are reported together.',
          'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        event_type: described(v.picklist(AUDIT_EVENT_TYPES), 'The type of the first of the rejected events.'),
        reason_code: described(Reason, 'Why the receiver rejected it.'),
        refused_at: described(DateTime, 'When the receiver rejected it.'),
      }),
    ),
    'The latest rejected events, newest first.',
  ),
  page,
});

export const LatestQuery = v.strictObject({ ...ScopeQuery.entries, limit: v.optional(PageSize) });

/** The body of a replay: its start, and its end unless that is the end of the trail. */
export const ReplayBody = v.strictObject({
  tenant_id: described(Id, 'The tenant of the destination.', 'acme'),
  environment_id: described(Id, 'The environment of the destination.', 'production'),
  reason_code: ReasonCodeField,
  from_sequence: described(v.optional(Sequence), 'The first event of the range. Give this or `from`.', 1),
  from: described(
    v.optional(InstantField),
    'Begin with the first event at or after this moment. Give this or `from_sequence`.',
    '2026-01-01T00:00:00.000Z',
  ),
  to_sequence: described(
    v.optional(Sequence),
    'The last event of the range; the end of the trail if omitted, along with `to`.',
    100,
  ),
  to: described(
    v.optional(InstantField),
    'End before this moment; at the end of the trail if omitted, along with `to_sequence`.',
    '2026-02-01T00:00:00.000Z',
  ),
});

/** Refusals of a replay beyond its form. */
export const REPLAY_REFUSALS = [
  'destination_disabled',
  { reasonCode: 'limit_exceeded', when: 'Three replays to the destination are in progress.' },
  {
    reasonCode: 'invalid_request',
    field: 'from_sequence',
    when: 'Exactly one of from_sequence and from gives the start of the range, which must contain an event.',
  },
  { reasonCode: 'invalid_request', field: 'from', when: 'The trail has no event in the range.' },
  {
    reasonCode: 'invalid_request',
    field: 'to_sequence',
    when: 'At most one of to_sequence and to gives the end of the range.',
  },
] as const;

export const ReplayAnswer = v.object({
  ...place,
  ...ReplayRecord.entries,
  audit_event_ref: described(
    v.string(),
    'The audit event that records the call.',
    'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
});
