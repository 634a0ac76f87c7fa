import { VALIDATION_REASONS, type ValidationReason } from '@govgate/domain';
import {
  MANIFEST_TEXT_FORMATS,
  POLICY_BODY_FORMATS,
  POLICY_SOURCE_TYPES,
  POLICY_STATUSES,
  VALIDATION_STATUSES,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { textOf } from '../fields.js';
import {
  BundleId,
  BundleText,
  Count,
  Document,
  Ignored,
  Moment,
  maybe,
  RecordVersion,
} from './bundle-fields.js';

const Finding = v.strictObject({
  reason_code: v.picklist(Object.keys(VALIDATION_REASONS) as ValidationReason[]),
  message: Ignored,
  line: v.nullable(Count),
  column: v.nullable(Count),
  path: BundleText,
});

/** A policy version (docs/spec/policies.md#record). */
export const PolicyItem = v.strictObject({
  schema_version: RecordVersion,
  policy_version: BundleId,
  status: v.picklist(POLICY_STATUSES),
  tenant_id: BundleId,
  environment_id: BundleId,
  owner: v.strictObject({ user_id: BundleId, team: BundleId }),
  source: v.optional(
    v.strictObject({ source_type: v.picklist(POLICY_SOURCE_TYPES), source_ref: maybe(BundleText) }),
  ),
  description: maybe(BundleText),
  body_format: v.optional(v.picklist(POLICY_BODY_FORMATS)),
  // The import itself checks for forbidden material and, for an active version, that it is a valid manifest.
  body: Document,
  // The import itself checks that it says what the body is.
  text: maybe(textOf(1, 256 * 1024)),
  text_format: maybe(v.picklist(MANIFEST_TEXT_FORMATS)),
  tests: maybe(Document),
  validation: v.optional(
    v.strictObject({
      valid: v.boolean(),
      status: v.picklist(VALIDATION_STATUSES),
      checked_at: v.nullable(Moment),
      checked_by: v.nullable(BundleText),
      rule_count: Count,
      errors: v.array(Finding),
    }),
  ),
  version_state: v.optional(
    v.strictObject({
      active_in_environment: Ignored,
      previous_policy_version: maybe(BundleId),
      last_published_at: maybe(Moment),
      last_published_by: maybe(BundleText),
      archived_at: maybe(Moment),
      archived_by: maybe(BundleText),
    }),
  ),
  usage_refs: Ignored,
  manifest_hash: Ignored,
  etag: Ignored,
  permissions: Ignored,
});
