import type { Instant } from '../instant.js';
import type { ExportSettings } from './export-settings.js';

export const DESTINATION_KINDS = [
  'webhook',
  'splunk_hec',
  'syslog',
  'elasticsearch',
  'datadog',
  'otlp_http',
  'ssf_push',
] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

export const EXPORT_FORMATS = ['ocsf_json', 'json', 'cef'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** How long delivery metadata is kept, in days. */
export const RETENTION_DAYS = { min: 1, max: 3650, default: 90 } as const;

/** Every destination's statement about payloads and secrets (docs/spec/destinations.md). */
export const DESTINATION_REDACTION = {
  includePayloads: false,
  privatePayloadEgress: false,
  secretMaterialReturned: false,
  noPayloadGuarantee: true,
  auditMaterial: 'metadata_only',
} as const;

/** The only operation whose data a destination carries. */
export const AUDIT_EXPORT_OPERATION = 'list_audit_events';

/** A target of audit events (docs/spec/destinations.md#record). Its observed state is in `DestinationObservation`. */
export interface Destination {
  readonly destinationId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly kind: DestinationKind;
  readonly enabled: boolean;
  /** Opaque handles; the real values are behind the references below. */
  readonly destinationRef: string;
  readonly endpointRef: string;
  /** Write-only references (`env:NAME`, `file:NAME`): never returned, logged or queued. */
  readonly endpointSecretRef: string | null;
  readonly tokenSecretRef: string | null;
  readonly signingKeyRef: string | null;
  readonly duplicatesExportJobs: boolean;
  readonly retentionPolicy: {
    readonly metadataRetentionDays: number;
    readonly exportFormat: ExportFormat;
  };
  /** How its events are sent; absent in records from before this could be chosen: see `exportSettingsOf`. */
  readonly exportSettings?: ExportSettings;
  readonly disabledAt: Instant | null;
  readonly disableReasonCode: string | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}
