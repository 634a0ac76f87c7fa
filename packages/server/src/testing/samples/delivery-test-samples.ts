import type { Destination } from '@govgate/domain';
import { DEFAULT_EXPORT_SETTINGS } from '@govgate/domain/internal';
import { destinationKind } from '@govgate/ports';
import { PRODUCTION, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';

/** A webhook whose references by default lead to secrets that no test has. It wants no events: it gets only checks. */
export const sampleWebhook = (over: Partial<Destination> = {}): Destination => ({
  destinationId: 'dst_tested',
  tenantId: TENANT,
  environmentId: PRODUCTION,
  kind: 'webhook',
  enabled: true,
  destinationRef: 'dstref_sample_tested',
  endpointRef: 'epref_sample_tested',
  endpointSecretRef: 'env:EXAMPLE_ENDPOINT_THAT_IS_NOT_SET',
  tokenSecretRef: null,
  signingKeyRef: null,
  duplicatesExportJobs: false,
  retentionPolicy: { metadataRetentionDays: 90, exportFormat: 'ocsf_json' },
  exportSettings: { ...DEFAULT_EXPORT_SETTINGS, eventTypes: [] },
  disabledAt: null,
  disableReasonCode: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...over,
});

/** Checks of destinations. */
export const DELIVERY_TEST_SAMPLES: Readonly<Record<string, OperationSample>> = {
  testDestination: {
    params: { destination_id: 'dst_tested' },
    query: {},
    body: { tenant_id: TENANT, environment_id: PRODUCTION, reason_code: 'routine' },
    again: 202,
  },
};

export const DELIVERY_TEST_RECORDS: readonly SampleRecord[] = [
  { kind: destinationKind, record: sampleWebhook() },
];
