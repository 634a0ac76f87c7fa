import { RISK_RISE_CODES } from '@govgate/application';
import { type ProbeOutcome, RISK_TIERS } from '@govgate/domain';
import {
  ACTIVITY_EVENT_TYPES,
  CONNECTOR_STATUSES,
  CREDENTIAL_MODES,
  DEFINITION_SETTINGS,
  type HealthFailureReason,
  PROBE_OUTCOMES,
  REGISTRATION_STATUSES,
  REQUESTED_APPROVAL_STATUS,
  SERVER_HEALTH_STATUSES,
  SUBMISSION_FINDING_CODES,
  SUBMISSION_FINDING_SEVERITIES,
  SUBMISSION_STATUSES,
  TOOL_GATEWAY_STATUSES,
  type UnverifiedReason,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import {
  ActorField,
  Count,
  DateTime,
  DateTimeOrEmpty,
  EnvironmentId,
  Id,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  TenantId,
} from './fields.js';
import { Permissions } from './permissions.js';
import { AnsweredHash } from './policy-fields.js';
import { ServerJsonDocument } from './server-json.js';

export const ServerParams = v.object({
  server_id: described(Id, 'Names the MCP server; unique in its environment.', 'srv_crm'),
});

export const SubmissionParams = v.object({
  server_id: described(Id, 'Names the MCP server; unique in its environment.', 'srv_crm'),
  submission_id: described(
    Id,
    'Names one submission of a server for review; made by the service.',
    'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
});

/** A submission's summary (docs/spec/mcp-servers.md#submissions). */
export const SubmissionSummaryAnswer = described(
  v.object({
    submission_id: described(
      v.string(),
      'Names one submission of a server for review; made by the service.',
      'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
    ),
    sequence: described(Count, 'The number of the submission, from 1 for each server.'),
    status: described(v.picklist(SUBMISSION_STATUSES), 'How the review ended, or that it is pending.'),
    manifest_hash: AnsweredHash,
    submitted_by: described(v.string(), 'Who submitted it for review.', 'ada'),
    submitted_at: described(DateTime, 'When it was submitted for review.'),
    version: described(v.string(), 'The version of the server that it describes.', '1.4.0'),
    max_tool_risk_tier: described(v.picklist(RISK_TIERS), 'The highest risk tier among the tools.'),
    approved_tool_count: described(Count, 'How many tools of the manifest an approval let through.'),
    denied_candidate_count: described(Count, 'How many tools of the manifest are to be kept out.'),
    reviewed_by: described(v.optional(v.string()), 'Who reviewed it; absent without a review.', 'bea'),
    review_reason_code: described(
      v.optional(v.string()),
      'Why the reviewer decided so, as a code; absent without a review.',
    ),
    review_reason: described(v.optional(v.string()), 'What the reviewer wrote; absent without a review.'),
    reviewed_at: described(v.optional(DateTime), 'When the review took place; absent without one.'),
    superseded_by_submission_id: described(
      v.optional(v.string()),
      'The later submission that took its place; absent where none did.',
      'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
    ),
    created_from_snapshot_id: described(
      v.optional(v.string()),
      'The live snapshot that this submission was copied from; absent for one that was written anew.',
      'snap_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
    ),
  }),
  'A submission without its manifest.',
);

/** A server's submissions: an array, as the contract has it (section 4.13). */
export const SubmissionsAnswer = v.array(SubmissionSummaryAnswer);

const ToolAnswer = v.object({
  tool_id: described(v.string(), 'The tool, as its server calls it.', 'search'),
  name: described(v.string(), "The tool's name in MCP.", 'search'),
  description: described(
    v.string(),
    "What the tool does, in its server's words. Untrusted text.",
    'Finds customers by name',
  ),
  risk_tier: described(v.picklist(RISK_TIERS), 'How much harm calls of the tool can do.'),
  gateway_status: described(
    v.picklist(TOOL_GATEWAY_STATUSES),
    'Whether gateways let calls of the tool through.',
  ),
  denied_reason: described(
    v.optional(v.string()),
    'Why calls of the tool are denied; absent unless they are.',
    'Writes without confirmation',
  ),
  input_schema_ref: described(
    v.string(),
    'Where the JSON Schema of the arguments is kept; "" where it is not kept elsewhere.',
    'schemas/search.json',
  ),
  input_schema: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    'JSON Schema of the arguments.',
  ),
  policy_refs: described(v.array(v.string()), 'Policy versions that the tool was reviewed with.', ['pv_7']),
  title: described(
    v.optional(v.string()),
    'What people call the tool; absent where the server says nothing.',
    'Search',
  ),
  output_schema: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    'JSON Schema of the results.',
  ),
  annotations: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    "Hints of the tool's server. They may raise the risk tier, never lower it.",
  ),
  icons: described(
    v.optional(verbatim(v.array(v.unknown()))),
    'Pictures of the tool, as its server lists them.',
  ),
  execution: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    "Members of the tool's `execution` as its server states them.",
  ),
  _meta: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    "What the tool's server attached under `_meta`, in MCP's spelling.",
  ),
  other: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    'Members that the server gives the tool and the protocol does not name.',
  ),
  definition_hash: described(
    v.optional(v.string()),
    'SHA-256 of the whole definition, whatever the order of its members, or of each of its forms, with commas between; absent where none was read.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  field_hashes: described(
    v.optional(
      v.object({
        title: described(v.optional(v.string()), 'SHA-256 of the title.'),
        description: described(v.optional(v.string()), 'SHA-256 of the words about the tool.'),
        input_schema: described(v.optional(v.string()), "SHA-256 of the schema of the tool's arguments."),
        output_schema: described(v.optional(v.string()), "SHA-256 of the schema of the tool's results."),
        annotations: described(v.optional(v.string()), 'SHA-256 of the hints.'),
        icons: described(v.optional(v.string()), 'SHA-256 of the pictures.'),
        execution: described(v.optional(v.string()), 'SHA-256 of what is said about execution.'),
        _meta: described(v.optional(v.string()), 'SHA-256 of what is attached under `_meta`.'),
        other: described(v.optional(v.string()), 'SHA-256 of members that the protocol does not name.'),
      }),
    ),
    'SHA-256 of each part of the definition, so that a difference can be named; absent where none was read.',
  ),
});

/** What a live server states besides its tools. */
const DefinitionAnswer = v.object({
  definition_hash: described(
    v.string(),
    'SHA-256 over the instructions, the names of prompts and resources, and the tools.',
  ),
  instructions: described(
    v.optional(v.string()),
    'The instructions of the server to models. Untrusted text.',
  ),
  instructions_hash: described(v.optional(v.string()), 'SHA-256 of the instructions.'),
  prompts: described(v.optional(v.array(v.string())), 'Names of the prompts that the server offers.'),
  resources: described(v.optional(v.array(v.string())), 'Names of the resources that the server offers.'),
});

/** What a reviewer should notice. */
const FindingAnswer = v.object({
  severity: described(v.picklist(SUBMISSION_FINDING_SEVERITIES), 'How serious the finding is.'),
  code: described(v.picklist(SUBMISSION_FINDING_CODES), 'What was found.'),
  tool_id: described(v.nullable(v.string()), 'The tool concerned; null for the server itself.', 'search'),
  field: described(v.string(), 'The part of the manifest concerned.', 'description'),
});

/** A manifest (docs/spec/mcp-servers.md#submissions). Its hash covers exactly this. */
export const ManifestAnswer = described(
  v.object({
    schema_version: SchemaVersion,
    server_id: described(v.string(), 'Names the MCP server; unique in its environment.', 'srv_crm'),
    name: described(v.string(), 'What people call the server.', 'CRM'),
    tenant_id: TenantId,
    environment_id: EnvironmentId,
    version: described(v.string(), 'The version of the server that it describes.', '1.4.0'),
    owner: described(
      v.object({
        team: described(v.string(), 'The team that is accountable.', 'payments'),
        user_id: described(v.string(), 'Names the user, as in the `sub` of their tokens.', 'ada'),
        escalation_contact: described(v.string(), 'Whom to reach in an emergency.', 'payments-oncall'),
        oncall_rotation: described(v.string(), 'The rota whose member is called first.', 'payments-primary'),
      }),
      'Who is accountable for it, and how to reach them.',
    ),
    endpoint: described(
      v.optional(v.string()),
      'Where gateways reach the server; absent where it was not given.',
      'https://crm.example.com/mcp',
    ),
    registration_status: described(
      v.picklist(REGISTRATION_STATUSES),
      'Where the server is in its life cycle.',
    ),
    credential_mode: described(v.picklist(CREDENTIAL_MODES), 'Whose credential the gateway presents.'),
    requested_approval_status: described(
      v.literal(REQUESTED_APPROVAL_STATUS),
      'Always `pending_review`: what a manifest asks for.',
    ),
    docs_url: described(v.string(), 'Where people read about the server.', 'https://docs.example.com/crm'),
    tools: described(v.array(ToolAnswer), 'The tools that the server offers.'),
    server_json: described(
      v.optional(ServerJsonDocument),
      'What is kept of the `server.json` that it was registered from; absent without one.',
    ),
    definition: described(
      v.optional(DefinitionAnswer),
      'What the live server stated besides its tools; absent where none was read.',
    ),
  }),
  'What an MCP server is and offers. Its hash covers exactly this.',
);

/** A submission: its summary and content, with reviewers' changes beside it. */
export const SubmissionAnswer = v.object({
  schema_version: SchemaVersion,
  summary: SubmissionSummaryAnswer,
  manifest: ManifestAnswer,
  tool_reviews: described(
    v.array(
      v.object({
        tool_id: described(v.string(), 'The tool, as its server calls it.', 'search'),
        risk_tier: described(v.optional(v.picklist(RISK_TIERS)), 'How much harm calls of the tool can do.'),
        gateway_status: described(
          v.optional(v.picklist(TOOL_GATEWAY_STATUSES)),
          'Whether gateways let calls of the tool through.',
        ),
        denied_reason: described(
          v.optional(v.string()),
          'Why calls of the tool are denied; absent unless they are.',
          'Writes without confirmation',
        ),
      }),
    ),
    'What the reviewer changed on single tools.',
  ),
  findings: described(v.array(FindingAnswer), 'What a reviewer should look at before deciding.'),
  permissions: Permissions,
});

const ShownChangeAnswer = v.object({
  field: described(v.string(), 'The part that differs.', 'description'),
  old: described(v.nullable(v.string()), 'What was approved, as text; null where there was nothing.'),
  new: described(v.nullable(v.string()), 'What is to be reviewed, as text; null where it is gone.'),
});

/** A submission beside what is approved: untrusted text, to be displayed and nothing else. */
export const DefinitionReviewAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: described(v.string(), 'Names the MCP server; unique in its environment.', 'srv_crm'),
  submission_id: described(
    v.string(),
    'Names one submission of a server for review; made by the service.',
    'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  against: described(
    v.nullable(v.string()),
    'The submission that was approved; null where none was.',
    'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  risks: described(
    v.array(
      v.object({
        tool_id: described(v.string(), 'The tool, as its server calls it.', 'search'),
        code: described(
          v.picklist(RISK_RISE_CODES),
          'What rose: a scope is new, a hint that it is harmless is gone, or an argument is new, need not be given any more, or takes more values.',
        ),
        field: described(
          v.string(),
          'Where, in the definition. Untrusted text.',
          'input_schema/properties/path',
        ),
      }),
    ),
    'What made approved tools more dangerous: to be read first.',
  ),
  server: described(v.array(ShownChangeAnswer), 'What differs in the server itself.'),
  tools: described(
    v.array(
      v.object({
        tool_id: described(v.string(), 'The tool, as its server calls it.', 'search'),
        change: described(
          v.picklist(['added', 'changed', 'removed']),
          'Whether the tool is new, different or gone.',
        ),
        parts: described(v.array(ShownChangeAnswer), 'Everything that differs in the tool.'),
      }),
    ),
    'Tools that differ.',
  ),
  unchanged_tools: described(v.array(v.string()), 'Tools that are as approved.', ['search']),
  findings: described(v.array(FindingAnswer), 'What a reviewer should look at before deciding.'),
});

/** How two submissions differ: names and identifiers, never values. */
export const SubmissionDiffAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: described(v.string(), 'Names the MCP server; unique in its environment.', 'srv_crm'),
  submission_id: described(
    v.string(),
    'Names one submission of a server for review; made by the service.',
    'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  against: described(
    v.string(),
    'The submission that it is compared with.',
    'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  changed_fields: described(v.array(v.string()), 'Names of the members that differ, never their values.', [
    'display_name',
  ]),
  added_tools: described(v.array(v.string()), 'Tools that only this submission has.', ['export']),
  removed_tools: described(v.array(v.string()), 'Tools that only the other submission has.', ['delete']),
  changed_tools: described(
    v.array(
      v.object({
        tool_id: described(v.string(), 'The tool, as its server calls it.', 'search'),
        changed_fields: described(
          v.array(v.string()),
          'Names of the members that differ, never their values.',
          ['display_name'],
        ),
      }),
    ),
    'Tools that both have, and that differ.',
  ),
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
  server_id: described(v.string(), 'Names the MCP server; unique in its environment.', 'srv_crm'),
  name: described(v.string(), 'What people call the server.', 'CRM'),
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  owner_team: described(v.string(), 'The team that owns the record.', 'payments'),
  registration_status: described(v.picklist(REGISTRATION_STATUSES), 'Where the server is in its life cycle.'),
  last_sequence: described(Count, 'The number of its latest submission.'),
  pending_submission_id: described(
    v.nullable(v.string()),
    'The submission that awaits review; null for none.',
    'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  live_snapshot: described(
    v.nullable(
      v.object({
        snapshot_id: described(
          v.string(),
          'Names the state that the approval made live; made by the service.',
          'snap_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        submission_id: described(
          v.string(),
          'The submission that was approved.',
          'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        manifest_hash: AnsweredHash,
        version: described(v.string(), 'The version of the server that it describes.', '1.4.0'),
        registration_status: described(
          v.picklist(REGISTRATION_STATUSES),
          'Where the server is in its life cycle.',
        ),
        activated_at: described(DateTime, 'When an approval made this snapshot the live one.'),
        registry_name: described(
          v.optional(v.string()),
          'The name in its `server.json`, under which the registry has it; absent without one.',
          'io.github.acme/weather',
        ),
      }),
    ),
    'The approved submission that gateways enforce; null before the first approval.',
  ),
  drifted_tools: described(
    v.array(
      v.object({
        tool_id: described(v.string(), 'The tool, as its server calls it.', 'search'),
        gateway_status: described(
          v.picklist(['changed', 'pending', 'unverified']),
          'What the difference means for calls of the tool.',
        ),
        observed_hash: described(
          v.string(),
          'Hash of what the live server stated; "" where it stated nothing.',
        ),
        changed_fields: described(
          v.array(v.string()),
          'Names of the members that differ, never their values.',
          ['display_name'],
        ),
        failure_reason: described(
          v.optional(v.picklist(UNVERIFIED_REASONS)),
          'Why the tool could not be compared; absent where it could.',
        ),
        detected_at: described(DateTime, 'When the difference was first seen.'),
        revocation_id: described(
          v.nullable(v.string()),
          'The revocation that the change issued; null where it issued none.',
          'rev_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
      }),
    ),
    'Tools whose live definition is not the approved one.',
  ),
  drifted_fields: described(
    v.array(v.string()),
    'What the live server states otherwise than was approved, tools apart: `prompts`, `resources`.',
    ['prompts'],
  ),
  disabled_at: described(v.nullable(DateTime), 'When it was disabled; null while it is enabled.'),
  created_at: described(DateTime, 'When it was created.'),
  updated_at: described(DateTime, 'When it was last changed.'),
  permissions: Permissions,
});

/** A server with its live manifest; null before the first approval. */
export const McpServerDetailAnswer = v.object({
  ...McpServerAnswer.entries,
  manifest: described(
    v.nullable(ManifestAnswer),
    'The manifest that gateways enforce; null before the first approval.',
  ),
  definitions: described(
    v.picklist(DEFINITION_SETTINGS),
    'What a call must state about the definition of a pinned tool, by the settings of the environment.',
  ),
  live_reading: described(
    v.nullable(
      v.object({
        read_at: described(v.nullable(DateTime), 'When reading was last tried; null for never.'),
        failure_reason: described(
          v.picklist(['', 'limit_exceeded', ...PROBE_FAILURES]),
          'Why reading failed; "" if it succeeded.',
        ),
      }),
    ),
    'The last attempt to read the live server; null where there was none.',
  ),
});

/** The answer to a deprecation (docs/spec/mcp-servers.md#deprecation). */
export const DeprecationAnswer = v.object({ summary: SubmissionSummaryAnswer, manifest: ManifestAnswer });

/** The body of a deprecation; `actor_id` is deprecated and must name the caller. */
export const DeprecationBody = v.strictObject({
  reason_code: ReasonCodeField,
  reason: described(ReasonText, 'Why the server is deprecated, in words.'),
  actor_id: v.optional(ActorField),
});

/** A server's activity feed (docs/spec/mcp-servers.md#submissions). */
export const ActivityAnswer = v.object({
  schema_version: SchemaVersion,
  server_id: described(v.string(), 'Names the MCP server; unique in its environment.', 'srv_crm'),
  events: described(
    v.array(
      v.object({
        event_id: described(
          v.string(),
          'Names one event about the server; made by the service.',
          'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        event_type: described(v.picklist(ACTIVITY_EVENT_TYPES), 'What happened.'),
        actor_id: described(v.optional(v.string()), 'Who did it; absent for what happened by itself.', 'ada'),
        submission_id: described(
          v.optional(v.string()),
          'The submission concerned; absent for none.',
          'sub_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        snapshot_id: described(
          v.optional(v.string()),
          'The snapshot concerned; absent for none.',
          'snap_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        status: described(
          v.optional(v.string()),
          'The state that followed; absent where none did.',
          'approved',
        ),
        reason_code: described(
          v.optional(v.string()),
          'Why, as a code; absent where nobody gave one.',
          'reviewed',
        ),
        reason: described(
          v.optional(v.string()),
          'Why, in words; absent where nobody gave any.',
          'Reviewed in the weekly meeting',
        ),
        manifest_hash: described(
          v.optional(v.string()),
          'SHA-256 of the manifest concerned; absent for none.',
          'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        ),
        version: described(
          v.optional(v.string()),
          'The version of the server concerned; absent for none.',
          '1.4.0',
        ),
        occurred_at: described(v.optional(DateTime), 'When it happened; absent where that is not kept.'),
      }),
    ),
    'The latest events of the server, newest first.',
  ),
});

/** The health of a server's backend (docs/spec/mcp-servers.md#submissions), in the contract's casing. */
export const HealthAnswer = v.object({
  status: described(
    v.picklist(SERVER_HEALTH_STATUSES),
    'The outcome of the last probes: `unhealthy` from the third failure in a row.',
  ),
  routeAvailable: described(v.boolean(), 'Whether gateways can reach the server now.'),
  latencyMs: described(Count, 'How long the last probe took, in milliseconds.'),
  lastCheckedAt: described(DateTimeOrEmpty, 'When the server was last probed; "" for never.'),
  checkedBy: described(v.string(), 'What ran the last probe; "" for none.', 'worker'),
  failureReason: described(v.picklist(FAILURE_REASONS), 'Why the last probe failed; "" if it succeeded.'),
  connectorStatus: described(
    v.picklist(CONNECTOR_STATUSES),
    "The state of the gateway's connection to the server.",
  ),
});
