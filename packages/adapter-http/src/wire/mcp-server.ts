import {
  ACTIVITY_EVENT_TYPES,
  CONNECTOR_STATUSES,
  CREDENTIAL_MODES,
  DEFINITION_SETTINGS,
  type HealthFailureReason,
  PROBE_OUTCOMES,
  type ProbeOutcome,
  REGISTRATION_STATUSES,
  REQUESTED_APPROVAL_STATUS,
  RISK_TIERS,
  SERVER_HEALTH_STATUSES,
  SUBMISSION_FINDING_CODES,
  SUBMISSION_FINDING_SEVERITIES,
  SUBMISSION_STATUSES,
  TOOL_GATEWAY_STATUSES,
  type UnverifiedReason,
} from '@govgate/domain';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import {
  ActorField,
  Count,
  DateTime,
  DateTimeOrEmpty,
  Id,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
} from './fields.js';
import { Permissions } from './policy.js';

export const ServerParams = v.object({ server_id: Id });

export const SubmissionParams = v.object({ server_id: Id, submission_id: Id });

/** A submission's summary (docs/spec/mcp-servers.md#submissions). */
export const SubmissionSummaryAnswer = v.object({
  submission_id: v.string(),
  sequence: Count,
  status: v.picklist(SUBMISSION_STATUSES),
  manifest_hash: v.string(),
  submitted_by: v.string(),
  submitted_at: DateTime,
  version: v.string(),
  max_tool_risk_tier: v.picklist(RISK_TIERS),
  approved_tool_count: Count,
  denied_candidate_count: Count,
  reviewed_by: v.optional(v.string()),
  review_reason_code: v.optional(v.string()),
  review_reason: v.optional(v.string()),
  reviewed_at: v.optional(DateTime),
  superseded_by_submission_id: v.optional(v.string()),
  created_from_snapshot_id: v.optional(v.string()),
});

/** A server's submissions: an array, as the contract has it (section 4.13). */
export const SubmissionsAnswer = v.array(SubmissionSummaryAnswer);

const ToolAnswer = v.object({
  tool_id: v.string(),
  name: v.string(),
  description: v.string(),
  risk_tier: v.picklist(RISK_TIERS),
  gateway_status: v.picklist(TOOL_GATEWAY_STATUSES),
  denied_reason: v.optional(v.string()),
  input_schema_ref: v.string(),
  input_schema: v.optional(verbatim(v.record(v.string(), v.unknown()))),
  policy_refs: v.array(v.string()),
  title: v.optional(v.string()),
  output_schema: v.optional(verbatim(v.record(v.string(), v.unknown()))),
  annotations: v.optional(verbatim(v.record(v.string(), v.unknown()))),
  icons: v.optional(verbatim(v.array(v.unknown()))),
  execution: v.optional(verbatim(v.record(v.string(), v.unknown()))),
  _meta: v.optional(verbatim(v.record(v.string(), v.unknown()))),
  other: v.optional(verbatim(v.record(v.string(), v.unknown()))),
  definition_hash: v.optional(v.string()),
  field_hashes: v.optional(
    v.object({
      title: v.optional(v.string()),
      description: v.optional(v.string()),
      input_schema: v.optional(v.string()),
      output_schema: v.optional(v.string()),
      annotations: v.optional(v.string()),
      icons: v.optional(v.string()),
      execution: v.optional(v.string()),
      _meta: v.optional(v.string()),
      other: v.optional(v.string()),
    }),
  ),
});

/** What a live server states besides its tools. */
const DefinitionAnswer = v.object({
  definition_hash: v.string(),
  instructions: v.optional(v.string()),
  instructions_hash: v.optional(v.string()),
  prompts: v.optional(v.array(v.string())),
  resources: v.optional(v.array(v.string())),
});

/** What a reviewer should notice. */
const FindingAnswer = v.object({
  severity: v.picklist(SUBMISSION_FINDING_SEVERITIES),
  code: v.picklist(SUBMISSION_FINDING_CODES),
  tool_id: v.nullable(v.string()),
  field: v.string(),
});

/** A manifest (docs/spec/mcp-servers.md#submissions). Its hash covers exactly this. */
export const ManifestAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: v.string(),
  name: v.string(),
  tenant_id: v.string(),
  environment_id: v.string(),
  version: v.string(),
  owner: v.object({
    team: v.string(),
    user_id: v.string(),
    escalation_contact: v.string(),
    oncall_rotation: v.string(),
  }),
  endpoint: v.optional(v.string()),
  registration_status: v.picklist(REGISTRATION_STATUSES),
  credential_mode: v.picklist(CREDENTIAL_MODES),
  requested_approval_status: v.literal(REQUESTED_APPROVAL_STATUS),
  docs_url: v.string(),
  tools: v.array(ToolAnswer),
  definition: v.optional(DefinitionAnswer),
});

/** A submission: its summary and content, with reviewers' changes beside it. */
export const SubmissionAnswer = v.object({
  schema_version: SchemaVersion,
  summary: SubmissionSummaryAnswer,
  manifest: ManifestAnswer,
  tool_reviews: v.array(
    v.object({
      tool_id: v.string(),
      risk_tier: v.optional(v.picklist(RISK_TIERS)),
      gateway_status: v.optional(v.picklist(TOOL_GATEWAY_STATUSES)),
      denied_reason: v.optional(v.string()),
    }),
  ),
  findings: v.array(FindingAnswer),
  permissions: Permissions,
});

const ShownChangeAnswer = v.object({
  field: v.string(),
  old: v.nullable(v.string()),
  new: v.nullable(v.string()),
});

/** A submission beside what is approved: untrusted text, to be displayed and nothing else. */
export const DefinitionReviewAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: v.string(),
  submission_id: v.string(),
  against: v.nullable(v.string()),
  server: v.array(ShownChangeAnswer),
  tools: v.array(
    v.object({
      tool_id: v.string(),
      change: v.picklist(['added', 'changed', 'removed']),
      parts: v.array(ShownChangeAnswer),
    }),
  ),
  unchanged_tools: v.array(v.string()),
  findings: v.array(FindingAnswer),
});

/** How two submissions differ: names and identifiers, never values. */
export const SubmissionDiffAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: v.string(),
  submission_id: v.string(),
  against: v.string(),
  changed_fields: v.array(v.string()),
  added_tools: v.array(v.string()),
  removed_tools: v.array(v.string()),
  changed_tools: v.array(v.object({ tool_id: v.string(), changed_fields: v.array(v.string()) })),
});

const PROBE_FAILURES = Object.keys(PROBE_OUTCOMES).filter((outcome) => outcome !== 'ok') as Exclude<
  ProbeOutcome,
  'ok'
>[];

const FAILURE_REASONS: readonly HealthFailureReason[] = [
  '',
  'never_checked',
  'tool_unverified',
  ...PROBE_FAILURES,
];

/** Why a live server, or one tool of it, could not be compared. */
export const UNVERIFIED_REASONS: readonly UnverifiedReason[] = [
  ...PROBE_FAILURES,
  'limit_exceeded',
  'not_listed',
  'unreadable_tool',
];

/** A server: what is live, pending review and drifted. */
export const McpServerAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: v.string(),
  name: v.string(),
  tenant_id: v.string(),
  environment_id: v.string(),
  owner_team: v.string(),
  registration_status: v.picklist(REGISTRATION_STATUSES),
  last_sequence: Count,
  pending_submission_id: v.nullable(v.string()),
  live_snapshot: v.nullable(
    v.object({
      snapshot_id: v.string(),
      submission_id: v.string(),
      manifest_hash: v.string(),
      version: v.string(),
      registration_status: v.picklist(REGISTRATION_STATUSES),
      activated_at: DateTime,
    }),
  ),
  drifted_tools: v.array(
    v.object({
      tool_id: v.string(),
      gateway_status: v.picklist(['changed', 'pending', 'unverified']),
      observed_hash: v.string(),
      changed_fields: v.array(v.string()),
      failure_reason: v.optional(v.picklist(UNVERIFIED_REASONS)),
      detected_at: DateTime,
      revocation_id: v.nullable(v.string()),
    }),
  ),
  drifted_fields: v.array(v.string()),
  disabled_at: v.nullable(DateTime),
  created_at: DateTime,
  updated_at: DateTime,
  permissions: Permissions,
});

/** A server with its live manifest; null before the first approval. */
export const McpServerDetailAnswer = v.object({
  ...McpServerAnswer.entries,
  manifest: v.nullable(ManifestAnswer),
  definitions: v.picklist(DEFINITION_SETTINGS),
  live_reading: v.nullable(
    v.object({
      read_at: DateTimeOrEmpty,
      failure_reason: v.picklist(['', 'limit_exceeded', ...PROBE_FAILURES]),
    }),
  ),
});

/** The answer to a deprecation (docs/spec/mcp-servers.md#deprecation). */
export const DeprecationAnswer = v.object({ summary: SubmissionSummaryAnswer, manifest: ManifestAnswer });

/** The body of a deprecation; `actor_id` is deprecated and must name the caller. */
export const DeprecationBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: ReasonText,
  actor_id: v.optional(ActorField),
});

/** A server's activity feed (docs/spec/mcp-servers.md#submissions). */
export const ActivityAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: v.string(),
  events: v.array(
    v.object({
      event_id: v.string(),
      event_type: v.picklist(ACTIVITY_EVENT_TYPES),
      actor_id: v.optional(v.string()),
      submission_id: v.optional(v.string()),
      snapshot_id: v.optional(v.string()),
      status: v.optional(v.string()),
      reason_code: v.optional(v.string()),
      reason: v.optional(v.string()),
      manifest_hash: v.optional(v.string()),
      version: v.optional(v.string()),
      occurred_at: v.optional(DateTime),
    }),
  ),
});

/** The health of a server's backend (docs/spec/mcp-servers.md#submissions), in the contract's casing. */
export const HealthAnswer = v.object({
  status: v.picklist(SERVER_HEALTH_STATUSES),
  routeAvailable: v.boolean(),
  latencyMs: Count,
  lastCheckedAt: DateTimeOrEmpty,
  checkedBy: v.string(),
  failureReason: v.picklist(FAILURE_REASONS),
  connectorStatus: v.picklist(CONNECTOR_STATUSES),
});
