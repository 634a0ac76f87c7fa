import {
  EFFECT_CHANGE_CLASSES,
  MANIFEST_TEXT_FORMATS,
  type ManifestBody,
  POLICY_ACTIONS,
  POLICY_BODY_FORMATS,
  POLICY_EFFECTS,
  POLICY_SOURCE_TYPES,
  POLICY_STATUSES,
  RISK_TIERS,
  VALIDATION_STATUSES,
} from '@govgate/domain';
import * as v from 'valibot';
import { ExpectationSchema } from '../error-envelope.js';
import { verbatim } from '../operation/verbatim.js';
import {
  Count,
  DateTime,
  Id,
  ManifestHash,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  ToolId,
  textOf,
} from './fields.js';
import { JsonObject } from './json-value.js';

/** The Validation object (docs/spec/policies.md#record). */
export const Validation = v.object({
  valid: v.boolean(),
  status: v.picklist(VALIDATION_STATUSES),
  checked_at: v.nullable(DateTime),
  checked_by: v.nullable(v.string()),
  rule_count: Count,
  errors: v.array(
    v.object({
      reason_code: v.string(),
      message: v.string(),
      line: v.nullable(Count),
      column: v.nullable(Count),
      path: v.string(),
      detail: v.optional(v.string()),
      expected: v.optional(ExpectationSchema),
    }),
  ),
});

/** The Permissions object in its snake_case form. */
export const Permissions = v.object({
  resource_type: v.string(),
  resource_id: v.string(),
  allowed_actions: v.array(v.string()),
});

/** A policy version (docs/spec/policies.md#record). */
export const PolicyVersionAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: v.string(),
  status: v.picklist(POLICY_STATUSES),
  tenant_id: v.string(),
  environment_id: v.string(),
  owner: v.object({ user_id: v.string(), team: v.string() }),
  source: v.object({ source_type: v.picklist(POLICY_SOURCE_TYPES), source_ref: v.nullable(v.string()) }),
  description: v.nullable(v.string()),
  body_format: v.picklist(POLICY_BODY_FORMATS),
  body: v.record(v.string(), v.unknown()),
  validation: Validation,
  version_state: v.object({
    active_in_environment: v.boolean(),
    previous_policy_version: v.nullable(v.string()),
    last_published_at: v.nullable(DateTime),
    last_published_by: v.nullable(v.string()),
    archived_at: v.nullable(DateTime),
    archived_by: v.nullable(v.string()),
  }),
  usage_refs: v.array(
    v.object({
      server_id: v.string(),
      tool_id: v.nullable(v.string()),
      snapshot_id: v.nullable(v.string()),
      status: v.picklist(['active', 'pending', 'retired']),
    }),
  ),
  manifest_hash: v.string(),
  etag: v.string(),
  permissions: Permissions,
});

/** A policy version in a list: its manifest only on request. */
export const ListedPolicyAnswer = v.object({
  ...PolicyVersionAnswer.entries,
  body: v.optional(PolicyVersionAnswer.entries.body),
});

/** The version in force: without what only those need who maintain it. */
export const ActivePolicyAnswer = v.object({
  schema_version: SchemaVersion,
  policy: v.pipe(
    v.nullable(v.omit(PolicyVersionAnswer, ['validation', 'usage_refs', 'etag', 'permissions'])),
    v.description('The version in force; null: none is, and nothing may be called.'),
  ),
});

/** The Publish result (docs/spec/policies.md#record). */
export const PublishAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: v.string(),
  status: v.picklist(POLICY_STATUSES),
  manifest_hash: v.string(),
  etag: v.string(),
  audit_event_id: v.nullable(v.string()),
  validation: Validation,
});

/** The body of a publish. `actor_id` is refused before this schema applies. */
export const PublishBody = v.strictObject({
  manifest_hash: ManifestHash,
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
});

const Manifest = verbatim(JsonObject);

/** A tests document, checked by the domain; null: none. */
const Tests = v.nullable(verbatim(JsonObject));

const draftFields = {
  owner: v.strictObject({ user_id: PrincipalId, team: Id }),
  source: v.optional(
    v.strictObject({
      source_type: v.picklist(POLICY_SOURCE_TYPES),
      source_ref: v.optional(v.nullable(textOf(0, 256)), null),
    }),
  ),
  description: v.optional(v.nullable(textOf(0, 1024))),
  tests: v.optional(Tests),
  reason_code: v.optional(ReasonCodeField),
};

const Absent = v.exactOptional(v.never());
const asObject = { body: Manifest, text: Absent, text_format: Absent };
const asText = {
  body: Absent,
  text: textOf(1, 256 * 1024),
  text_format: v.picklist(MANIFEST_TEXT_FORMATS),
};

/** A draft: the manifest as an object in `body`, or as formatted text. */
export const CreatePolicyBody = v.variant('text', [
  v.strictObject({ policy_version: Id, ...draftFields, ...asObject }),
  v.strictObject({ policy_version: Id, ...draftFields, ...asText }),
]);

/** A draft's new content. */
export const UpdatePolicyBody = v.variant('text', [
  v.strictObject({ ...draftFields, ...asObject }),
  v.strictObject({ ...draftFields, ...asText }),
]);

/** A draft's incoming body: JSON leaves only JSON values in a manifest. */
export const draftIn = <T extends { readonly body?: unknown }>(
  draft: T,
): Omit<T, 'body'> & { readonly body?: ManifestBody | undefined } =>
  draft as Omit<T, 'body'> & { readonly body?: ManifestBody | undefined };

/** A body with an optional reason code. */
export const OptionalReasonBody = v.strictObject({ reason_code: v.optional(ReasonCodeField) });

/** A body with a reason. */
export const ReasonBody = v.strictObject({ reason_code: ReasonCodeField, reason: v.optional(ReasonText) });

const Attribute = v.union([
  textOf(0, 1024),
  v.number(),
  v.boolean(),
  v.pipe(v.array(textOf(0, 1024)), v.maxLength(1000)),
]);

/** A call in a simulation: what a gateway would ask. */
const SimulatedRequest = v.strictObject({
  agent_id: v.optional(Id),
  client_surface_id: v.optional(Id),
  user_id: v.optional(PrincipalId),
  groups: v.optional(v.pipe(v.array(Id), v.maxLength(1000))),
  target: v.variant('kind', [
    v.strictObject({ kind: v.literal('mcp_server'), server_id: Id, tool_id: v.optional(ToolId) }),
    v.strictObject({ kind: v.literal('api_source'), api_source_id: Id, operation_id: v.optional(Id) }),
  ]),
  risk_tier: v.optional(v.picklist(RISK_TIERS)),
  action: v.picklist(POLICY_ACTIONS),
  attributes: v.optional(v.record(textOf(0, 128), Attribute)),
});

/** A witness call for a change, as a simulation takes it. */
const WitnessedCall = v.object({
  ...SimulatedRequest.entries,
  attributes: v.optional(verbatim(v.record(v.string(), v.unknown()))),
});

export const SimulateBody = v.strictObject({ request: SimulatedRequest, against: v.optional(Id) });

// In the manifest's spelling.
const Obligation = v.variant('type', [
  v.object({ type: v.literal('rate_limit'), limit: Count, window_seconds: Count }),
  v.object({ type: v.literal('audit_level'), value: v.string() }),
]);

const SimulatedVersionAnswer = v.object({
  policy_version: v.string(),
  manifest_hash: v.string(),
  decision: v.nullable(
    v.object({
      effect: v.picklist(POLICY_EFFECTS),
      reason_code: v.string(),
      decided_by: v.array(v.string()),
      approvals: verbatim(v.array(v.object({ approver_role: v.string(), ttl_seconds: Count }))),
      obligations: verbatim(v.array(Obligation)),
      trace: v.array(
        v.object({
          rule_id: v.string(),
          effect: v.picklist(POLICY_EFFECTS),
          outcome: v.picklist(['matched', 'not_matched', 'undecidable']),
          because: v.nullable(v.string()),
          condition: v.nullable(Count),
        }),
      ),
    }),
  ),
  errors: Validation.entries.errors,
});

export const SimulationAnswer = v.object({
  schema_version: SchemaVersion,
  result: SimulatedVersionAnswer,
  against: v.optional(SimulatedVersionAnswer),
  same_effect: v.optional(v.boolean()),
});

const DecidedEffect = v.object({
  effect: v.picklist(POLICY_EFFECTS),
  rule_id: v.nullable(v.string()),
});

/** The effect on calls: for each pair of rules that decide before and after, a witness call. */
const Comparison = v.object({
  changes: v.array(
    v.object({
      class: v.picklist(EFFECT_CHANGE_CLASSES),
      rule_ids: v.array(v.string()),
      before: DecidedEffect,
      after: DecidedEffect,
      witness: WitnessedCall,
    }),
  ),
  undecided: v.array(v.object({ class: v.picklist(EFFECT_CHANGE_CLASSES), rule_ids: v.array(v.string()) })),
});

const OneSidedRule = v.object({ rule_id: v.nullable(v.string()), rule: v.unknown() });

export const DiffAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: v.string(),
  against: v.string(),
  identical: v.boolean(),
  default_effect: v.nullable(v.object({ before: v.unknown(), after: v.unknown() })),
  added: v.array(OneSidedRule),
  removed: v.array(OneSidedRule),
  changed: v.array(
    v.object({
      rule_id: v.string(),
      changed_fields: v.array(v.string()),
      before: v.unknown(),
      after: v.unknown(),
    }),
  ),
  reordered: v.boolean(),
  other_fields: v.array(v.string()),
  newly: v.nullable(Comparison),
});

const TestRun = v.object({
  cases: Count,
  calls: Count,
  failed: Count,
  failures: v.array(
    v.object({
      case: v.string(),
      subject: v.string(),
      target: v.string(),
      action: v.picklist(POLICY_ACTIONS),
      expected: v.object({
        effect: v.picklist(POLICY_EFFECTS),
        reason_code: v.nullable(v.string()),
        decided_by: v.nullable(v.array(v.string())),
      }),
      actual: v.object({
        effect: v.picklist(POLICY_EFFECTS),
        reason_code: v.string(),
        decided_by: v.array(v.string()),
      }),
    }),
  ),
});

/** What publishing a version would change. */
export const PublishPreviewAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: v.string(),
  status: v.picklist(POLICY_STATUSES),
  manifest_hash: v.string(),
  against: v.nullable(v.string()),
  publishable: v.boolean(),
  validation: Validation,
  tests: v.nullable(TestRun),
  newly: v.nullable(Comparison),
});

/** A version's tests. */
export const PolicyTestsAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: v.string(),
  status: v.picklist(POLICY_STATUSES),
  manifest_hash: v.string(),
  etag: v.string(),
  tests: v.nullable(verbatim(v.record(v.string(), v.unknown()))),
  permissions: Permissions,
});

export const PreviewPublishBody = v.strictObject({ manifest_hash: v.optional(ManifestHash) });

export const PolicyTestsBody = v.strictObject({ tests: Tests, reason_code: v.optional(ReasonCodeField) });

/** Refusals of tests beyond the form described here. */
export const TESTS_REFUSALS = [
  { reasonCode: 'invalid_request', field: 'tests', when: 'The tests document is malformed.' },
  {
    reasonCode: 'unknown_reference',
    field: 'tests',
    when: 'A case refers to a subject, target or action that is not defined.',
  },
] as const;

/** A page of a snake_case list. */
export const pageOf = <T extends v.GenericSchema>(item: T) =>
  v.object({
    schema_version: SchemaVersion,
    items: v.array(item),
    page: v.object({ limit: Count, total_count: Count, next_cursor: v.optional(v.string()) }),
  });

/** Refusals of a draft's manifest beyond its form; everything else is reported by validation. */
export const DRAFT_REFUSALS = [
  {
    reasonCode: 'invalid_request',
    field: 'text',
    when: 'The text is not JSON, or YAML expressible as JSON.',
  },
  {
    reasonCode: 'invalid_request',
    field: 'body',
    when: 'The manifest is larger or nested deeper than a manifest may be.',
  },
] as const;
