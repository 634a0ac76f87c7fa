import { REVOCATION_SUBJECT_TYPES, SESSION_STATES } from '@govgate/domain';
import * as v from 'valibot';
import {
  Count,
  DateTime,
  Id,
  PageSize,
  PageToken,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
  wholeNumber,
} from './fields.js';
import { Permissions } from './policy.js';

/** A client session (docs/spec/sessions.md, docs/spec/operations.md). */
export const SessionAnswer = v.object({
  schema_version: SchemaVersion,
  client_session_id: v.string(),
  tenant_id: v.string(),
  environment_id: v.string(),
  user_id: v.string(),
  agent_id: v.nullable(v.string()),
  client_surface_id: v.nullable(v.string()),
  state: v.picklist(SESSION_STATES),
  backend_session_ids: v.array(v.string()),
  credential_binding_ids: v.array(v.string()),
  created_at: DateTime,
  last_seen_at: DateTime,
  revocation_id: v.nullable(v.string()),
  permissions: Permissions,
});

const IdList = v.optional(v.pipe(v.array(Id), v.maxLength(100)));

/** A data plane's report: everything it knows of a session. */
export const ReportSessionBody = v.strictObject({
  user_id: PrincipalId,
  agent_id: v.optional(v.nullable(Id)),
  client_surface_id: v.optional(v.nullable(Id)),
  state: v.picklist(SESSION_STATES),
  backend_session_ids: IdList,
  credential_binding_ids: IdList,
});

export const SessionsQuery = v.strictObject({
  ...ScopeQuery.entries,
  state: v.optional(v.picklist(SESSION_STATES)),
  user_id: v.optional(PrincipalId),
  agent_id: v.optional(Id),
  client_surface_id: v.optional(Id),
  credential_binding_id: v.optional(Id),
  limit: v.optional(PageSize),
  cursor: v.optional(PageToken),
});

/** The body of a termination (docs/spec/sessions.md#terminate). */
export const TerminateSessionBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
  correlation_id: v.optional(Id),
});

/** The result of a termination (docs/spec/sessions.md#terminate). */
export const TerminationAnswer = v.object({
  schema_version: SchemaVersion,
  accepted: v.boolean(),
  client_session_id: v.string(),
  action: v.literal('terminate'),
  previous_state: v.picklist(SESSION_STATES),
  next_state: v.picklist(SESSION_STATES),
  reason_code: v.string(),
  reason: v.nullable(v.string()),
  correlation_id: v.nullable(v.string()),
  revocation_id: v.nullable(v.string()),
  backend_session_ids: v.array(v.string()),
  audit_event_ids: v.array(v.string()),
  upstream_attempted: v.boolean(),
});

/** `after` is a sequence, `wait` 0 to 30 seconds. */
export const RevocationsQuery = v.strictObject({
  ...ScopeQuery.entries,
  after: v.optional(
    v.pipe(
      wholeNumber(0, 999_999_999_999_999, 0),
      v.metadata({ description: 'Only what follows this sequence.', examples: [41] }),
    ),
  ),
  wait: v.optional(wholeNumber(0, 30, 0)),
  include: v.optional(v.picklist(['planes'])),
});

/** Which planes have applied a revocation and when, and which have not. */
const PlanesAnswer = v.object({
  complete: v.boolean(),
  applied: Count,
  pending: Count,
  items: v.array(
    v.object({
      data_plane_id: v.string(),
      applied: v.boolean(),
      applied_at: v.nullable(DateTime),
      last_seen_at: v.nullable(DateTime),
      last_revocation_sequence: Count,
    }),
  ),
});

const REVOCATION = {
  revocation_id: v.string(),
  sequence: Count,
  tenant_id: v.string(),
  environment_id: v.string(),
  subject_type: v.picklist(REVOCATION_SUBJECT_TYPES),
  subject_id: v.string(),
  effective_at: DateTime,
  reason_code: v.string(),
  lifts: v.optional(v.string()),
} as const;

/** A revocation in the feed. */
export const FeedRevocationAnswer = v.object({ ...REVOCATION, planes: v.optional(PlanesAnswer) });

/** What follows in the revocation feed (docs/spec/sessions.md), with each one's progress on request. */
export const RevocationsAnswer = v.object({
  schema_version: SchemaVersion,
  items: v.array(FeedRevocationAnswer),
  last_sequence: Count,
});

/** One revocation, with proof of its progress. */
export const RevocationAnswer = v.object({
  schema_version: SchemaVersion,
  ...REVOCATION,
  planes: PlanesAnswer,
});

/** `wait`: 0 to 30 seconds until every plane has applied it. */
export const RevocationQuery = v.strictObject({
  ...ScopeQuery.entries,
  wait: v.optional(wholeNumber(0, 30, 0)),
});

/** Refusals of a session report beyond its form. */
export const SESSION_REFUSALS = [
  { reasonCode: 'invalid_request', field: 'agent_id', when: 'The session belongs to another agent.' },
  {
    reasonCode: 'invalid_request',
    field: 'client_surface_id',
    when: 'The session belongs to another client surface.',
  },
  {
    reasonCode: 'unknown_reference',
    when: 'The user, the agent, the surface or a credential binding does not exist.',
  },
] as const;
