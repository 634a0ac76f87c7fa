import * as v from 'valibot';
import { described } from './described.js';
import { ManifestHash, SchemaVersion } from './fields.js';
import { Validation, Warnings } from './policy.js';
import { Comparison } from './policy-diff.js';
import { AnsweredHash, PolicyStatus, PolicyVersionName } from './policy-fields.js';
import { TestRun } from './policy-tests.js';

/** What publishing a version would change. */
export const PublishPreviewAnswer = v.object({
  schema_version: SchemaVersion,
  policy_version: PolicyVersionName,
  status: PolicyStatus,
  manifest_hash: AnsweredHash,
  against: described(v.nullable(v.string()), 'The active version; null where none is.', 'pv_6'),
  publishable: described(v.boolean(), 'Whether a publish would go through now.'),
  validation: Validation,
  warnings: Warnings,
  tests: described(v.nullable(TestRun), 'How its tests ended; null where it has none.'),
  newly: described(
    v.nullable(Comparison),
    'Calls that would be decided differently; null if that was not computed.',
  ),
});

export const PreviewPublishBody = v.strictObject({
  manifest_hash: described(
    v.optional(ManifestHash),
    'Hash of the manifest that was reviewed; the preview is refused if it is another.',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
});
