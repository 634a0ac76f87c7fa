import type { Destination } from '@govgate/domain';
import { DEFAULT_EXPORT_SETTINGS } from '@govgate/domain/internal';
import { destinationOf } from '@govgate/domain/testing';
import { destinationKind } from '@govgate/ports';
import { PRODUCTION, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';

/** A webhook whose references by default lead to secrets that no test has. It wants no events: it gets only checks. */
export const sampleWebhook = (over: Partial<Destination> = {}): Destination =>
  destinationOf({
    destinationId: 'dst_tested',
    destinationRef: 'dstref_sample_tested',
    endpointRef: 'epref_sample_tested',
    endpointSecretRef: 'env:EXAMPLE_ENDPOINT_THAT_IS_NOT_SET',
    exportSettings: { ...DEFAULT_EXPORT_SETTINGS, eventTypes: [] },
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
