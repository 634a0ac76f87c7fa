import { NOW } from '../../testing/people.js';
import type { Destination } from '../destination.js';
import { DEFAULT_EXPORT_SETTINGS } from '../export-settings.js';

/** An enabled webhook, with overrides. */
export const destinationOf = (
  fields: Partial<Destination> & Pick<Destination, 'destinationId'>,
): Destination => ({
  tenantId: 'acme',
  environmentId: 'production',
  kind: 'webhook',
  enabled: true,
  destinationRef: 'dstref_sample_1',
  endpointRef: 'epref_sample_1',
  endpointSecretRef: 'env:ENDPOINT',
  tokenSecretRef: null,
  signingKeyRef: null,
  duplicatesExportJobs: false,
  retentionPolicy: { metadataRetentionDays: 90, exportFormat: 'ocsf_json' },
  exportSettings: DEFAULT_EXPORT_SETTINGS,
  disabledAt: null,
  disableReasonCode: null,
  createdAt: NOW,
  updatedAt: NOW,
  ...fields,
});
