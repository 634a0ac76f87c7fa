import type { DeliveryReason } from '@govgate/domain';
import {
  DELIVERY_REASONS,
  DELIVERY_STATES,
  DESTINATION_KINDS,
  EXPORT_FORMATS,
  RETENTION_DAYS,
} from '@govgate/domain/internal';
import * as v from 'valibot';
import { ExportSettingsInput } from '../destination.js';
import {
  BundleId,
  HandleText,
  Ignored,
  MomentOrEmpty,
  maybe,
  RecordVersion,
  ReferenceText,
} from './bundle-fields.js';

const REASONS = Object.keys(DELIVERY_REASONS) as DeliveryReason[];

const Status = v.strictObject({
  status: v.picklist(DELIVERY_STATES),
  checked_at: MomentOrEmpty,
  reason_code: v.picklist(REASONS),
  last_error: maybe(v.strictObject({ reason_code: v.picklist(REASONS), retryable: v.optional(v.boolean()) })),
});

/** A destination (docs/spec/destinations.md#record); the references are write-only. */
export const DestinationItem = v.strictObject({
  schemaVersion: RecordVersion,
  tenant_id: BundleId,
  environment_id: BundleId,
  destination_id: BundleId,
  kind: v.picklist(DESTINATION_KINDS),
  enabled: v.boolean(),
  destination_ref: HandleText,
  endpoint_ref: HandleText,
  siem_delivery_status: v.optional(Status),
  webhook_status: v.optional(Status),
  audit_export_status: v.optional(Status),
  audit_export_link: v.optional(
    v.strictObject({ admin_api_operation: Ignored, duplicates_export_jobs: v.optional(v.boolean()) }),
  ),
  retention_policy: v.optional(
    v.strictObject({
      metadata_retention_days: v.optional(
        v.pipe(v.number(), v.integer(), v.minValue(RETENTION_DAYS.min), v.maxValue(RETENTION_DAYS.max)),
      ),
      export_format: v.optional(v.picklist(EXPORT_FORMATS)),
    }),
  ),
  export_settings: v.optional(ExportSettingsInput),
  redaction: Ignored,
  permissions: Ignored,
  endpoint_secret_ref: maybe(ReferenceText),
  token_secret_ref: maybe(ReferenceText),
  signing_key_ref: maybe(ReferenceText),
});
