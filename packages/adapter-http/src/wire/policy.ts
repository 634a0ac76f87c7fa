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
import { described } from './described.js';
import {
  Count,
  DateTime,
  EnvironmentId,
  ETag,
  Id,
  ManifestHash,
  NextCursor,
  PageLimit,
  PrincipalId,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  TenantId,
  ToolId,
  TotalCount,
  textOf,
} from './fields.js';
import { JsonObject } from './json-value.js';

/** The Validation object (docs/spec/policies.md#record). */
export const Validation = described(
  v.object({
    valid: described(v.boolean(), 'Whether no fault was found.'),
    status: described(
      v.picklist(VALIDATION_STATUSES),
      'Whether the manifest was validated, and what came of it.',
    ),
    checked_at: described(v.nullable(DateTime), 'When the check ran; null while there was none.'),
    checked_by: described(
      v.nullable(v.string()),
      'Who or what ran the check; null while there was none.',
      'ada',
    ),
    rule_count: described(Count, 'How many rules the manifest has.'),
    errors: described(
      v.array(
        v.object({
          reason_code: described(v.string(), 'What is wrong, as a code.', 'unknown_field'),
          message: described(v.string(), 'What is wrong, as a fixed sentence.'),
          line: described(
            v.nullable(Count),
            'The line, from 1; null unless the manifest was submitted as text.',
          ),
          column: described(
            v.nullable(Count),
            'The column, from 1; null unless the manifest was submitted as text.',
          ),
          path: described(v.string(), 'Where in the manifest.', 'rules[0].effect'),
          detail: described(
            v.optional(v.string()),
            'What is wrong and what would be right, in one sentence; never a value that was sent.',
          ),
          expected: described(
            v.optional(ExpectationSchema),
            'What would be right, as keywords of JSON Schema.',
          ),
        }),
      ),
      'Every fault that was found.',
    ),
  }),
  'The outcome of the last validation.',
);

/** The Permissions object in its snake_case form. */
export const Permissions = described(
  v.object({
    resource_type: described(v.string(), 'The kind of record that the actions are for.', 'policy'),
    resource_id: described(v.string(), 'The record that the actions are for.', 'pv_7'),
    allowed_actions: described(
      v.array(v.string()),
      'Actions the caller may take now, by the rules that are enforced.',
      ['publish'],
    ),
  }),
  'What the caller may do with the record.',
);

/** A policy version (docs/spec/policies.md#record). */
export const PolicyVersionAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: described(v.string(), 'Names the version; unique in its environment.', 'pv_7'),
  status: described(v.picklist(POLICY_STATUSES), 'Where the version is in its life cycle.'),
  tenant_id: TenantId,
  environment_id: EnvironmentId,
  owner: described(
    v.object({
      user_id: described(v.string(), 'Names the user, as in the `sub` of their tokens.', 'ada'),
      team: described(v.string(), 'The team that is accountable.', 'payments'),
    }),
    'Who is accountable for the policy.',
  ),
  source: described(
    v.object({
      source_type: described(v.picklist(POLICY_SOURCE_TYPES), 'What kind of place that is.'),
      source_ref: described(
        v.nullable(v.string()),
        'Where in the source the manifest is from, such as a branch or a path; null for nowhere in particular.',
        'main',
      ),
    }),
    'Where the manifest was written.',
  ),
  description: described(
    v.nullable(v.string()),
    'What the policy is for; null where nobody said.',
    'Read-only access to the CRM',
  ),
  body_format: described(v.picklist(POLICY_BODY_FORMATS), 'How the manifest was submitted.'),
  body: described(v.record(v.string(), v.unknown()), 'The manifest, in its own spelling.'),
  validation: Validation,
  version_state: described(
    v.object({
      active_in_environment: described(v.boolean(), 'Whether gateways enforce this version now.'),
      previous_policy_version: described(
        v.nullable(v.string()),
        'The version that was active before this one; null for none.',
        'pv_6',
      ),
      last_published_at: described(v.nullable(DateTime), 'When it was last published; null for never.'),
      last_published_by: described(v.nullable(v.string()), 'Who last published it; null for never.', 'ada'),
      archived_at: described(v.nullable(DateTime), 'When it was archived; null until then.'),
      archived_by: described(v.nullable(v.string()), 'Who archived it; null until then.', 'ada'),
    }),
    'Where the version is in its life: published, replaced, archived.',
  ),
  usage_refs: described(
    v.array(
      v.object({
        server_id: described(v.string(), 'Names the MCP server; unique in its environment.', 'srv_crm'),
        tool_id: described(
          v.nullable(v.string()),
          'The tool that names it; null for the server itself.',
          'search',
        ),
        snapshot_id: described(
          v.nullable(v.string()),
          'The live snapshot that names it; null where it is still pending.',
          'snap_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
        ),
        status: described(
          v.picklist(['active', 'pending', 'retired']),
          'Whether the use is live, pending or past.',
        ),
      }),
    ),
    'Where the version is named.',
  ),
  manifest_hash: described(
    v.string(),
    'SHA-256 of the RFC 8785 form of the manifest.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  etag: ETag,
  permissions: Permissions,
});

/** A policy version in a list: its manifest only on request. */
export const ListedPolicyAnswer = v.object({
  ...PolicyVersionAnswer.entries,
  body: described(v.optional(PolicyVersionAnswer.entries.body), 'The manifest, in its own spelling.'),
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
  policy_version: described(v.string(), 'Names the version; unique in its environment.', 'pv_7'),
  status: described(v.picklist(POLICY_STATUSES), 'Where the version is in its life cycle now.'),
  manifest_hash: described(
    v.string(),
    'SHA-256 of the RFC 8785 form of the manifest.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  etag: ETag,
  audit_event_id: described(
    v.nullable(v.string()),
    'The audit event of the publish; null where nothing changed.',
    'evt_0197f3a0c5d47f0e8c1d2b3a4f5e6d7c',
  ),
  validation: Validation,
});

/** The body of a publish. `actor_id` is refused before this schema applies. */
export const PublishBody = v.strictObject({
  manifest_hash: described(
    ManifestHash,
    'Hash of the manifest that was reviewed; refused if it is another.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  reason_code: ReasonCodeField,
  reason: v.optional(ReasonText),
});

const Manifest = verbatim(JsonObject);

/** A tests document, checked by the domain; null: none. */
const Tests = v.nullable(verbatim(JsonObject));

const draftFields = {
  owner: described(
    v.strictObject({
      user_id: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
      team: described(Id, 'The team that is accountable.', 'payments'),
    }),
    'Who is accountable for the policy.',
  ),
  source: described(
    v.optional(
      v.strictObject({
        source_type: described(v.picklist(POLICY_SOURCE_TYPES), 'What kind of place that is.'),
        source_ref: described(
          v.optional(v.nullable(textOf(0, 256)), null),
          'Where in the source the manifest is from, such as a branch or a path; null for nowhere in particular.',
          'main',
        ),
      }),
    ),
    'Where the manifest was written.',
  ),
  description: described(
    v.optional(v.nullable(textOf(0, 1024))),
    'What the policy is for; null where nobody said.',
    'Read-only access to the CRM',
  ),
  tests: described(v.optional(Tests), 'A document of test cases for the policy; null for none.'),
  reason_code: v.optional(ReasonCodeField),
};

const Absent = v.exactOptional(v.never());
const asObject = {
  body: described(Manifest, 'The manifest, in its own spelling.'),
  text: Absent,
  text_format: Absent,
};
const asText = {
  body: described(Absent, 'The manifest, in its own spelling.'),
  text: described(
    textOf(1, 256 * 1024),
    'The manifest as text, in place of `body`.',
    'manifest_version: "1.0"\ndefault_effect: deny\nrules: []\n',
  ),
  text_format: described(v.picklist(MANIFEST_TEXT_FORMATS), 'How `text` is to be read.'),
};

/** A draft: the manifest as an object in `body`, or as formatted text. */
export const CreatePolicyBody = v.variant('text', [
  v.strictObject({
    policy_version: described(Id, 'Names the version; unique in its environment.', 'pv_7'),
    ...draftFields,
    ...asObject,
  }),
  v.strictObject({
    policy_version: described(Id, 'Names the version; unique in its environment.', 'pv_7'),
    ...draftFields,
    ...asText,
  }),
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
  agent_id: described(v.optional(Id), 'The agent that would call.', 'agent-billing'),
  client_surface_id: described(v.optional(Id), 'The surface it would call from.', 'surface-ide'),
  user_id: described(v.optional(PrincipalId), 'For whom it would call.', 'ada'),
  groups: described(v.optional(v.pipe(v.array(Id), v.maxLength(1000))), 'Groups of that user.', [
    'operators',
  ]),
  target: described(
    v.variant('kind', [
      v.strictObject({
        kind: described(v.literal('mcp_server'), 'Whether that is an MCP server or an API source.'),
        server_id: described(Id, 'Names the MCP server; unique in its environment.', 'srv_crm'),
        tool_id: described(v.optional(ToolId), 'The tool, as its server calls it.', 'search'),
      }),
      v.strictObject({
        kind: described(v.literal('api_source'), 'Whether that is an MCP server or an API source.'),
        api_source_id: described(Id, 'The API source that is called.', 'api_ledger'),
        operation_id: described(
          v.optional(Id),
          'The `operationId` in the description of the API source.',
          'listAccounts',
        ),
      }),
    ]),
    'What would be called.',
  ),
  risk_tier: described(v.optional(v.picklist(RISK_TIERS)), 'How much harm calls of the tool can do.'),
  action: described(v.picklist(POLICY_ACTIONS), 'What would be done.'),
  attributes: described(
    v.optional(v.record(textOf(0, 128), Attribute)),
    'Attributes for the conditions of rules, by name.',
  ),
});

/** A witness call for a change, as a simulation takes it. */
const WitnessedCall = v.object({
  ...SimulatedRequest.entries,
  attributes: described(
    v.optional(verbatim(v.record(v.string(), v.unknown()))),
    'Attributes for the conditions of rules, by name.',
  ),
});

export const SimulateBody = v.strictObject({
  request: described(SimulatedRequest, 'The call to decide.'),
  against: described(v.optional(Id), 'Another version, to decide the same call by.', 'pv_6'),
});

// In the manifest's spelling.
const Obligation = v.variant('type', [
  v.object({
    type: described(v.literal('rate_limit'), 'What the gateway must do.'),
    limit: described(Count, 'How many calls are allowed in the window.'),
    window_seconds: described(Count, 'The span in which calls are counted, in seconds.'),
  }),
  v.object({
    type: described(v.literal('audit_level'), 'What the gateway must do.'),
    value: described(v.string(), 'How much the gateway writes down.', 'full_metadata'),
  }),
]);

const SimulatedVersionAnswer = described(
  v.object({
    policy_version: described(v.string(), 'Names the version; unique in its environment.', 'pv_7'),
    manifest_hash: described(
      v.string(),
      'SHA-256 of the RFC 8785 form of the manifest.',
      'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ),
    decision: described(
      v.nullable(
        v.object({
          effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
          reason_code: described(v.string(), 'Why it decides so, as a code.', 'rule_matched'),
          decided_by: described(
            v.array(v.string()),
            'Ids of the rules that decided; none where the default did.',
            ['ask-for-writes'],
          ),
          approvals: described(
            verbatim(
              v.array(
                v.object({
                  approver_role: described(
                    v.string(),
                    'The role that may decide, besides holders of `approval.decide`.',
                    'security_admin',
                  ),
                  ttl_seconds: described(Count, 'How long an approval lasts, in seconds.'),
                  rule_id: described(v.string(), 'The rule to ask for.', 'ask-for-writes'),
                }),
              ),
            ),
            'Who would have to approve.',
          ),
          obligations: described(
            verbatim(v.array(Obligation)),
            'What the gateway must do with an allowed call.',
          ),
          trace: described(
            v.array(
              v.object({
                rule_id: described(v.string(), 'Names the rule; unique in its policy.', 'ask-for-writes'),
                effect: described(v.picklist(POLICY_EFFECTS), 'What the rule does where it matches.'),
                outcome: described(
                  v.picklist(['matched', 'not_matched', 'undecidable']),
                  'Whether the rule matched. `undecidable`: something it asks for is not known.',
                ),
                because: described(
                  v.nullable(v.string()),
                  'The first part that did not match or is not known; null for a match.',
                  'condition',
                ),
                condition: described(
                  v.nullable(Count),
                  'Which condition, from 0; null unless a condition is why.',
                ),
              }),
            ),
            'Every rule, in order, and whether it matched.',
          ),
        }),
      ),
      'What the version decides; null where its manifest is invalid.',
    ),
    errors: described(Validation.entries.errors, 'Every fault of the manifest; none where it is valid.'),
  }),
  'What a version decides about the call.',
);

export const SimulationAnswer = v.object({
  schema_version: SchemaVersion,
  result: SimulatedVersionAnswer,
  against: described(
    v.optional(SimulatedVersionAnswer),
    'What the other version decides; absent where none was named.',
  ),
  same_effect: described(
    v.optional(v.boolean()),
    'Whether both versions decide the call alike; absent without `against`.',
  ),
});

const DecidedEffect = described(
  v.object({
    effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
    rule_id: described(
      v.nullable(v.string()),
      'The rule that caused it; null for the default.',
      'ask-for-writes',
    ),
  }),
  'What happens to a call, and which rule causes it.',
);

/** The effect on calls: for each pair of rules that decide before and after, a witness call. */
const Comparison = v.object({
  changes: described(
    v.array(
      v.object({
        class: described(v.picklist(EFFECT_CHANGE_CLASSES), 'How the decision changes.'),
        rule_ids: described(v.array(v.string()), 'The rules that decide on each side, the earlier first.', [
          'ask-for-writes',
        ]),
        before: DecidedEffect,
        after: DecidedEffect,
        witness: described(WitnessedCall, 'A call that is decided otherwise.'),
      }),
    ),
    'Groups of calls that are decided otherwise.',
  ),
  undecided: described(
    v.array(
      v.object({
        class: described(v.picklist(EFFECT_CHANGE_CLASSES), 'How the decision changes.'),
        rule_ids: described(v.array(v.string()), 'The rules that decide on each side, the earlier first.', [
          'ask-for-writes',
        ]),
      }),
    ),
    'Rules between which the search was given up, so that calls may change unseen.',
  ),
});

const OneSidedRule = v.object({
  rule_id: described(v.nullable(v.string()), 'The id of the rule; null for one without.', 'ask-for-writes'),
  rule: described(v.unknown(), 'The whole rule, as in its manifest.'),
});

export const DiffAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: described(v.string(), 'Names the version; unique in its environment.', 'pv_7'),
  against: described(v.string(), 'The version that it is compared with.', 'pv_6'),
  identical: described(
    v.boolean(),
    'True if both manifests are the same in canonical form, so that their hashes are equal.',
  ),
  default_effect: described(
    v.nullable(
      v.object({
        before: described(v.unknown(), 'The default of the other version; null for none.'),
        after: described(v.unknown(), 'The default of this version; null for none.'),
      }),
    ),
    'The default, where it differs; null where it does not.',
  ),
  added: described(v.array(OneSidedRule), 'Rules that only this version has.'),
  removed: described(v.array(OneSidedRule), 'Rules that only the other version has.'),
  changed: described(
    v.array(
      v.object({
        rule_id: described(v.string(), 'Names the rule; unique in its policy.', 'ask-for-writes'),
        changed_fields: described(
          v.array(v.string()),
          'Names of the members that differ, never their values.',
          ['display_name'],
        ),
        before: described(v.unknown(), 'The rule in the other version.'),
        after: described(v.unknown(), 'The rule in this version.'),
      }),
    ),
    'Rules that both have, and that differ.',
  ),
  reordered: described(
    v.boolean(),
    'True if rules that both have stand in another order; no decision depends on it.',
  ),
  other_fields: described(
    v.array(v.string()),
    'Names of top-level members, besides rules and the default, that differ.',
  ),
  newly: described(
    v.nullable(Comparison),
    'Calls that would be decided otherwise; null where it was not computed.',
  ),
});

const TestRun = v.object({
  cases: described(Count, 'How many cases the document has.'),
  calls: described(Count, 'How many calls they stand for.'),
  failed: described(Count, 'How many calls were not decided as expected.'),
  failures: described(
    v.array(
      v.object({
        case: described(v.string(), 'The name of the case.', 'reads are allowed'),
        subject: described(v.string(), 'Who calls.', 'user:ada'),
        target: described(v.string(), 'What is called.', 'srv_crm/search'),
        action: described(v.picklist(POLICY_ACTIONS), 'What is done.'),
        expected: described(
          v.object({
            effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
            reason_code: described(
              v.nullable(v.string()),
              'The reason it expects; null for any.',
              'rule_matched',
            ),
            decided_by: described(
              v.nullable(v.array(v.string())),
              'The rules it expects to decide; null for any.',
              ['ask-for-writes'],
            ),
          }),
          'What the case expects.',
        ),
        actual: described(
          v.object({
            effect: described(v.picklist(POLICY_EFFECTS), 'What happens to the call.'),
            reason_code: described(v.string(), 'The reason of the decision.', 'rule_matched'),
            decided_by: described(
              v.array(v.string()),
              'Ids of the rules that decided; none where the default did.',
              ['ask-for-writes'],
            ),
          }),
          'What the policy decides.',
        ),
      }),
    ),
    'The first of those calls.',
  ),
});

/** What publishing a version would change. */
export const PublishPreviewAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: described(v.string(), 'Names the version; unique in its environment.', 'pv_7'),
  status: described(v.picklist(POLICY_STATUSES), 'Where the version is in its life cycle.'),
  manifest_hash: described(
    v.string(),
    'SHA-256 of the RFC 8785 form of the manifest.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  against: described(v.nullable(v.string()), 'The active version; null where none is.', 'pv_6'),
  publishable: described(v.boolean(), 'Whether a publish would go through now.'),
  validation: Validation,
  tests: described(v.nullable(TestRun), 'How its tests ended; null where it has none.'),
  newly: described(
    v.nullable(Comparison),
    'Calls that would be decided otherwise; null where it was not computed.',
  ),
});

/** A version's tests. */
export const PolicyTestsAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: described(v.string(), 'Names the version; unique in its environment.', 'pv_7'),
  status: described(v.picklist(POLICY_STATUSES), 'Where the version is in its life cycle.'),
  manifest_hash: described(
    v.string(),
    'SHA-256 of the RFC 8785 form of the manifest.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  etag: ETag,
  tests: described(
    v.nullable(verbatim(v.record(v.string(), v.unknown()))),
    'A document of test cases for the policy; null for none.',
  ),
  permissions: Permissions,
});

export const PreviewPublishBody = v.strictObject({
  manifest_hash: described(
    v.optional(ManifestHash),
    'Hash of the manifest that was reviewed; the preview is refused if it is another.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
});

export const PolicyTestsBody = v.strictObject({
  tests: described(Tests, 'A document of test cases for the policy; null for none.'),
  reason_code: v.optional(ReasonCodeField),
});

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
    items: described(v.array(item), 'The records of this page.'),
    page: described(
      v.object({ limit: PageLimit, total_count: TotalCount, next_cursor: NextCursor }),
      'Where the page stands in the list.',
    ),
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

export const PolicyParams = v.object({
  policy_version: described(Id, 'Names the version; unique in its environment.', 'pv_7'),
});
