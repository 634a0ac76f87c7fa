import {
  MANIFEST_TEXT_FORMATS,
  POLICY_BODY_FORMATS,
  POLICY_SOURCE_TYPES,
  POLICY_STATUSES,
  VALIDATION_STATUSES,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { ExpectationSchema } from '../error-envelope.js';
import { described } from './described.js';
import {
  Count,
  DateTime,
  EnvironmentId,
  ETag,
  ManifestHash,
  ReasonCodeField,
  ReasonText,
  SchemaVersion,
  TenantId,
} from './fields.js';
import { Permissions } from './permissions.js';
import { AnsweredHash, PolicyStatus, PolicyVersionId, PolicyVersionName } from './policy-fields.js';

/** A finding in a manifest. */
const Finding = v.object({
  reason_code: described(v.string(), 'What is wrong, as a code.', 'unknown_field'),
  message: described(v.string(), 'What is wrong, as a fixed sentence.'),
  line: described(v.nullable(Count), 'The line, from 1; null unless the manifest was submitted as text.'),
  column: described(v.nullable(Count), 'The column, from 1; null unless the manifest was submitted as text.'),
  path: described(v.string(), 'The path within the manifest.', 'rules[0].effect'),
  detail: described(
    v.optional(v.string()),
    'What is wrong and what would be right, in one sentence; never a value that was sent.',
  ),
  expected: described(
    v.optional(ExpectationSchema),
    'The values that are accepted, as keywords of JSON Schema.',
  ),
});

/** What a manifest refers to and what does not exist (docs/spec/policies.md#validation). */
export const Warnings = described(
  v.array(
    v.object({
      ...v.omit(Finding, ['detail', 'expected']).entries,
      nearest: described(
        v.nullable(v.string()),
        'The existing name that was most likely meant; null where none is near.',
        'grp_support',
      ),
    }),
  ),
  'What to look at before a publish, which it does not prevent: references to what does not exist in the environment, of what the caller may read.',
);

/** The Validation object (docs/spec/policies.md#record). */
export const Validation = described(
  v.object({
    valid: described(v.boolean(), 'Whether no fault was found.'),
    status: described(
      v.picklist(VALIDATION_STATUSES),
      'The result of the validation, if the manifest was validated.',
    ),
    checked_at: described(v.nullable(DateTime), 'When the check ran; null while there was none.'),
    checked_by: described(
      v.nullable(v.string()),
      'Who or what ran the check; null while there was none.',
      'ada',
    ),
    rule_count: described(Count, 'How many rules the manifest has.'),
    errors: described(v.array(Finding), 'Every fault that was found.'),
  }),
  'The outcome of the last validation.',
);

/** A policy version (docs/spec/policies.md#record). */
export const PolicyVersionAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: PolicyVersionName,
  status: PolicyStatus,
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
    'What the policy is for; null if none was given.',
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
  manifest_hash: AnsweredHash,
  etag: ETag,
  permissions: Permissions,
});

/** A version as it is read by its name: on request with the text that its manifest was written as. */
export const ReadPolicyAnswer = v.object({
  ...PolicyVersionAnswer.entries,
  text: described(
    v.optional(v.nullable(v.string())),
    'The manifest as it was written, comments included; null where it was sent as an object.',
    '# Support reads only.\nmanifest_version: "1.0"\ndefault_effect: deny\nrules: []\n',
  ),
  text_format: described(
    v.optional(v.nullable(v.picklist(MANIFEST_TEXT_FORMATS))),
    'How `text` is to be read; null where there is none.',
  ),
});

/** A version after its validation. */
export const ValidatedPolicyAnswer = v.object({ ...PolicyVersionAnswer.entries, warnings: Warnings });

/** What validating a text would find. */
export const PolicyTextCheckAnswer = v.object({
  schema_version: SchemaVersion,
  validation: Validation,
  warnings: Warnings,
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
  policy_version: PolicyVersionName,
  status: described(v.picklist(POLICY_STATUSES), 'Where the version is in its life cycle now.'),
  manifest_hash: AnsweredHash,
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

export const PolicyParams = v.object({
  policy_version: PolicyVersionId,
});
