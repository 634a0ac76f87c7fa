import { AUDIT_EVENT_TYPES, DELIVERY_REASONS, type DeliveryReason } from '@govgate/domain';
import * as v from 'valibot';
import { DeliveryStatusAnswer } from './destination.js';
import {
  Count,
  DateTime,
  Id,
  InstantField,
  PageSize,
  ReasonCodeField,
  SchemaVersion,
  ScopeQuery,
} from './fields.js';

const Reason = v.picklist(Object.keys(DELIVERY_REASONS) as DeliveryReason[]);
const MaybeTime = v.nullable(DateTime);
const Sequence = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER));

/** A replay: a range of the trail sent again. */
export const ReplayRecord = v.object({
  replay_id: v.string(),
  state: v.picklist(['running', 'completed', 'cancelled']),
  from_sequence: Count,
  to_sequence: Count,
  reached_sequence: Count,
  delivered: Count,
  requested_by: v.string(),
  requested_at: DateTime,
  completed_at: MaybeTime,
});

const place = {
  schemaVersion: SchemaVersion,
  tenant_id: v.string(),
  environment_id: v.string(),
  destination_id: v.string(),
};

/** How far continuous export has progressed at a destination. */
export const ExportStatusAnswer = v.object({
  ...place,
  enabled: v.boolean(),
  audit_export_status: DeliveryStatusAnswer,
  last_sequence: v.nullable(Count),
  head_sequence: Count,
  last_delivered_at: MaybeTime,
  last_attempt_at: MaybeTime,
  next_attempt_at: MaybeTime,
  lag_events: Count,
  lag_seconds: Count,
  failures_in_row: Count,
  failing_since: MaybeTime,
  last_reason_code: Reason,
  delivered_events: Count,
  refused_events: Count,
  replays: v.array(ReplayRecord),
});

const page = v.object({ limit: Count, total_count: Count });

/** The latest attempts of a destination. */
export const DeliveriesAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: v.array(
    v.object({
      attempt: Count,
      attempted_at: DateTime,
      first_sequence: Count,
      last_sequence: Count,
      events: Count,
      reason_code: Reason,
      latency_ms: Count,
    }),
  ),
  page,
});

/** Events that a destination rejected individually. */
export const DeadLettersAnswer = v.object({
  schemaVersion: SchemaVersion,
  items: v.array(
    v.object({
      sequence: Count,
      last_sequence: Count,
      count: Count,
      event_id: v.string(),
      event_type: v.picklist(AUDIT_EVENT_TYPES),
      reason_code: Reason,
      refused_at: DateTime,
    }),
  ),
  page,
});

export const LatestQuery = v.strictObject({ ...ScopeQuery.entries, limit: v.optional(PageSize) });

/** The body of a replay: its start, and its end unless that is the end of the trail. */
export const ReplayBody = v.strictObject({
  tenant_id: Id,
  environment_id: Id,
  reason_code: ReasonCodeField,
  from_sequence: v.optional(Sequence),
  from: v.optional(InstantField),
  to_sequence: v.optional(Sequence),
  to: v.optional(InstantField),
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

export const ReplayAnswer = v.object({ ...place, ...ReplayRecord.entries, audit_event_ref: v.string() });
