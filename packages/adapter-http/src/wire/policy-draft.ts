import type { ManifestBody } from '@govgate/domain';
import { MANIFEST_TEXT_FORMATS, POLICY_SOURCE_TYPES } from '@govgate/domain/internal';
import * as v from 'valibot';
import { verbatim } from '../operation/verbatim.js';
import { described } from './described.js';
import { Id, PrincipalId, ReasonCodeField, textOf } from './fields.js';
import { JsonSchemaObject } from './json-value.js';
import { PolicyVersionId } from './policy-fields.js';
import { Tests } from './policy-tests.js';

/** A manifest as an object, checked by the domain. */
export const ManifestDocument = described(verbatim(JsonSchemaObject), 'The manifest, in its own spelling.');

/** Who is accountable for a draft. */
export const PolicyOwner = described(
  v.strictObject({
    user_id: described(PrincipalId, 'Names the user, as in the `sub` of their tokens.', 'ada'),
    team: described(Id, 'The team that is accountable.', 'payments'),
  }),
  'Who is accountable for the policy.',
);

/** Where a draft comes from. */
export const PolicySource = described(
  v.strictObject({
    source_type: described(v.picklist(POLICY_SOURCE_TYPES), 'What kind of place that is.'),
    source_ref: described(
      v.optional(v.nullable(textOf(0, 256)), null),
      'Where in the source the manifest is from, such as a branch or a path; null for nowhere in particular.',
      'main',
    ),
  }),
  'Where the manifest was written.',
);

const draftFields = {
  owner: PolicyOwner,
  source: v.optional(PolicySource),
  description: described(
    v.optional(v.nullable(textOf(0, 1024))),
    'What the policy is for; null if none was given.',
    'Read-only access to the CRM',
  ),
  tests: described(v.optional(Tests), 'A document of test cases for the policy; null for none.'),
  reason_code: v.optional(ReasonCodeField),
};

const Absent = v.exactOptional(v.never());
const asObject = {
  body: ManifestDocument,
  text: Absent,
  text_format: Absent,
};
const textFields = {
  text: described(
    textOf(1, 256 * 1024),
    'The manifest as text, in place of `body`.',
    'manifest_version: "1.0"\ndefault_effect: deny\nrules: []\n',
  ),
  text_format: described(v.picklist(MANIFEST_TEXT_FORMATS), 'How `text` is to be read.'),
};
const asText = { body: described(Absent, 'The manifest, in its own spelling.'), ...textFields };

/** A draft: the manifest as an object in `body`, or as formatted text. */
export const CreatePolicyBody = v.variant('text', [
  v.strictObject({
    policy_version: PolicyVersionId,
    ...draftFields,
    ...asObject,
  }),
  v.strictObject({
    policy_version: PolicyVersionId,
    ...draftFields,
    ...asText,
  }),
]);

/** A draft's new content. */
export const UpdatePolicyBody = v.variant('text', [
  v.strictObject({ ...draftFields, ...asObject }),
  v.strictObject({ ...draftFields, ...asText }),
]);

/** A manifest as text, to be checked. */
export const PolicyTextBody = v.strictObject(textFields);

/** A draft's incoming body: JSON leaves only JSON values in a manifest. */
export const draftIn = <T extends { readonly body?: unknown }>(
  draft: T,
): Omit<T, 'body'> & { readonly body?: ManifestBody | undefined } =>
  draft as Omit<T, 'body'> & { readonly body?: ManifestBody | undefined };

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
