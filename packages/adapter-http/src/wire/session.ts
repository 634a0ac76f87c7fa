import { REVOCATION_SUBJECT_TYPES, SESSION_STATES } from '@govgate/domain/internal';
import { clientSessionKind, recordSortsOf } from '@govgate/ports';
import * as v from 'valibot';
import { described } from './described.js';
import {
  Count,
  DateTime,
  EnvironmentId,
  Id,
  listQuery,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ScopeQuery,
  TenantId,
  wholeNumber,
} from './fields.js';
import { Permissions } from './permissions.js';

/** A client session (docs/spec/sessions.md, docs/spec/operations.md). */
export const SessionAnswer = v.object({
  schema_version: SchemaVersion,
  client_session_id: described(
    v.string(),
    'The session between a client and the gateway, as the gateway reported it.',
    'cs_42',
  ),
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  user_id: described(v.string(), 'For whom the session was opened.', 'ada'),
  agent_id: described(
    v.nullable(v.string()),
    'The agent in the session; null where none takes part.',
    'agent-billing',
  ),
  client_surface_id: described(
    v.nullable(v.string()),
    'The surface it was opened from; null where that is unknown.',
    'surface-ide',
  ),
  state: described(v.picklist(SESSION_STATES), 'Whether the session is live, and if not, how it ended.'),
  backend_session_ids: described(
    v.array(v.string()),
    'Sessions that the gateway opened for it at MCP servers.',
    ['bs_42'],
  ),
  credential_binding_ids: described(v.array(v.string()), 'Credential bindings that the session uses.', [
    'cb_crm',
  ]),
  created_at: described(DateTime, 'When it was created.'),
  last_seen_at: described(DateTime, 'When a gateway last reported it.'),
  revocation_id: described(
    v.nullable(v.string()),
    'The revocation that the change issued; null where it issued none.',
    'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  permissions: Permissions,
});

const IdList = v.optional(v.pipe(v.array(Id), v.maxLength(100)));

/** A data plane's report: everything it knows of a session. */
export const ReportSessionBody = v.strictObject({
  user_id: described(PrincipalId, 'For whom the session was opened.', 'ada'),
  agent_id: described(
    v.optional(v.nullable(Id)),
    'The agent in the session; null where none takes part.',
    'agent-billing',
  ),
  client_surface_id: described(
    v.optional(v.nullable(Id)),
    'The surface it was opened from; null where that is unknown.',
    'surface-ide',
  ),
  state: described(v.picklist(SESSION_STATES), 'Whether the session is live, and if not, how it ended.'),
  backend_session_ids: described(IdList, 'Sessions that the gateway opened for it at MCP servers.', [
    'bs_42',
  ]),
  credential_binding_ids: described(IdList, 'Credential bindings that the session uses.', ['cb_crm']),
});

export const SessionsQuery = v.strictObject({
  ...ScopeQuery.entries,
  state: described(v.optional(v.picklist(SESSION_STATES)), 'Only sessions in this state.'),
  user_id: described(v.optional(PrincipalId), 'Only sessions of this user.', 'ada'),
  agent_id: described(v.optional(Id), 'Only sessions with this agent.', 'agent-billing'),
  client_surface_id: described(v.optional(Id), 'Only sessions from this surface.', 'surface-ide'),
  credential_binding_id: described(
    v.optional(Id),
    'Only sessions that use this credential binding.',
    'cb_crm',
  ),
  ...listQuery(recordSortsOf(clientSessionKind)),
});

/** The body of a termination (docs/spec/sessions.md#terminate). */
export const TerminateSessionBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
  correlation_id: described(v.optional(Id), 'Groups the audit event with others.', 'incident-7'),
});

/** The result of a termination (docs/spec/sessions.md#terminate). */
export const TerminationAnswer = v.object({
  schema_version: SchemaVersion,
  accepted: described(v.boolean(), 'True, also where the session had ended already.'),
  client_session_id: described(
    v.string(),
    'The session between a client and the gateway, as the gateway reported it.',
    'cs_42',
  ),
  action: described(v.literal('terminate'), 'Always `terminate`.'),
  previous_state: described(v.picklist(SESSION_STATES), 'The state before the call.'),
  next_state: described(v.picklist(SESSION_STATES), 'The state after the call.'),
  reason_code: described(v.string(), 'The code that was sent.', 'reviewed'),
  reason: described(
    v.nullable(v.string()),
    'The words that were sent; null for none.',
    'Reviewed in the weekly meeting',
  ),
  correlation_id: described(
    v.nullable(v.string()),
    'What groups the audit event with others; null for nothing.',
    'incident-7',
  ),
  revocation_id: described(
    v.nullable(v.string()),
    'The revocation that the change issued; null where it issued none.',
    'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  backend_session_ids: described(
    v.array(v.string()),
    'Sessions that the gateway opened for it at MCP servers.',
    ['bs_42'],
  ),
  audit_event_ids: described(
    v.array(v.string()),
    'Audit events that record the change; none where nothing changed.',
    ['evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c'],
  ),
  upstream_attempted: described(
    v.boolean(),
    'Whether the service tried to close the session at the upstream. The answer does not depend on it.',
  ),
});

/** `after` is a sequence, `wait` 0 to 30 seconds. */
export const RevocationsQuery = v.strictObject({
  ...ScopeQuery.entries,
  after: v.optional(
    described(wholeNumber(0, 999_999_999_999_999, 0), 'Only what follows this sequence.', 41),
  ),
  wait: described(v.optional(wholeNumber(0, 30, 0)), 'How many seconds to wait for news before answering.'),
  include: described(
    v.optional(v.picklist(['planes'])),
    '`planes` adds to each revocation which data planes have applied it.',
  ),
});

/** Which planes have applied a revocation and when, and which have not. */
const PlanesAnswer = described(
  v.object({
    complete: described(v.boolean(), 'True once every data plane has applied it.'),
    applied: described(Count, 'How many planes have applied it.'),
    pending: described(Count, 'How many planes have not.'),
    items: described(
      v.array(
        v.object({
          data_plane_id: described(v.string(), 'Names the plane; unique in its environment.', 'dp_eu'),
          applied: described(v.boolean(), 'Whether this plane has applied it.'),
          applied_at: described(v.nullable(DateTime), 'When it reported so; null until then.'),
          last_seen_at: described(v.nullable(DateTime), 'When it last reported; null for never.'),
          last_revocation_sequence: described(
            Count,
            'Sequence of the last revocation that the data plane has applied; 0 for none.',
            41,
          ),
        }),
      ),
      'Every plane that must apply it.',
    ),
  }),
  'Which data planes have applied the revocation.',
);

const REVOCATION = {
  revocation_id: described(
    v.string(),
    'Names one entry of the revocation feed; made by the service.',
    'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  sequence: described(Count, "The revocation's number in the environment, from 1 without gaps."),
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  subject_type: described(v.picklist(REVOCATION_SUBJECT_TYPES), 'What is revoked.'),
  subject_id: described(v.string(), 'Which one is revoked.', 'cs_42'),
  effective_at: described(DateTime, 'From when calls must be refused.'),
  reason_code: described(v.string(), 'Why it is revoked, as a code.', 'left_company'),
  lifts: described(
    v.optional(v.string()),
    'The earlier revocation that this one ends; absent where it ends none.',
    'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
} as const;

/** A revocation in the feed. */
export const FeedRevocationAnswer = v.object({
  ...REVOCATION,
  planes: described(v.optional(PlanesAnswer), 'Which data planes have applied the revocation.'),
});

/** What follows in the revocation feed (docs/spec/sessions.md), with each one's progress on request. */
export const RevocationsAnswer = v.object({
  schema_version: SchemaVersion,
  items: described(
    v.array(FeedRevocationAnswer),
    'Revocations after the sequence that was named, oldest first.',
  ),
  last_sequence: described(Count, 'Ask for what follows this sequence next.'),
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
  wait: described(v.optional(wholeNumber(0, 30, 0)), 'How many seconds to wait for news before answering.'),
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

export const RevocationParams = v.object({
  revocation_id: described(
    Id,
    'Names one entry of the revocation feed; made by the service.',
    'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
});

export const SessionParams = v.object({
  client_session_id: described(Id, 'Names the session, as its gateway reported it.', 'cs_42'),
});
