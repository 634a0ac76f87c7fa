import type { Destination } from '@govgate/domain';
import { destinationVerbs, newDestinationObservation, statusAfterDelivery } from '@govgate/domain/internal';
import { destinationOf } from '@govgate/domain/testing';
import { destinationKind, destinationObservationKind } from '@govgate/ports';
import { PRODUCTION, TENANT } from '../worlds/world.js';
import type { OperationSample, SampleRecord } from './operation-sample.js';
import { verbSamples } from './verb-samples.js';

const NOW = '2026-03-01T12:00:00.000Z';
const scope = { tenant_id: TENANT, environment_id: PRODUCTION };

/** A destination as the store holds it. */
const sampleDestination = (destinationId: string, facts: Partial<Destination> = {}): Destination =>
  destinationOf({
    destinationId,
    kind: 'splunk_hec',
    endpointSecretRef: 'env:EXAMPLE_SPLUNK_URL',
    tokenSecretRef: 'env:EXAMPLE_SPLUNK_TOKEN',
    ...facts,
  });

const on = (destination_id: string) => ({ params: { destination_id } });
const switched = { ...scope, reason_code: 'sample' };

const enabled = sampleDestination('dst_enabled');
const disabled = sampleDestination('dst_disabled', {
  enabled: false,
  disabledAt: NOW,
  disableReasonCode: 'sample',
});

/** Destinations of audit events. */
export const DESTINATION_SAMPLES: Readonly<Record<string, OperationSample>> = {
  createDestination: {
    params: {},
    query: scope,
    body: {
      destination_id: 'dst_new',
      kind: 'webhook',
      destination_ref: 'dstref_incident-desk',
      endpoint_ref: 'epref_incident-desk',
      endpoint_secret_ref: 'env:EXAMPLE_HOOK_URL',
      signing_key_ref: 'env:EXAMPLE_HOOK_KEY',
      retention_policy: { metadata_retention_days: 30, export_format: 'json' },
      reason_code: 'new_destination',
    },
    again: 409,
  },
  listDeadLetters: { ...on('dst_enabled'), query: { ...scope, limit: '10' } },
  listDeliveries: { ...on('dst_enabled'), query: scope },
  listDestinations: { params: {}, query: { ...scope, kind: 'splunk_hec' } },
  readDestination: { ...on('dst_enabled'), query: scope },
  readExportStatus: { ...on('dst_enabled'), query: scope },
  replayDestination: {
    ...on('dst_enabled'),
    query: {},
    body: { ...switched, from_sequence: 1, to_sequence: 2 },
    again: 201,
  },
  updateDestination: {
    ...on('dst_enabled'),
    query: scope,
    headers: { 'if-match': '"1"' },
    body: {
      destination_ref: 'dstref_security-lake-2',
      endpoint_ref: 'epref_security-lake-2',
      token_secret_ref: 'env:EXAMPLE_SPLUNK_TOKEN_2',
      reason_code: 'moved',
    },
    again: 412,
  },
  ...verbSamples(
    'Destination',
    {
      verbs: destinationVerbs,
      records: [enabled, disabled],
      requestOf: () => ({ now: NOW, reasonCode: 'sample' }),
    },
    ({ destinationId }) => ({ ...on(destinationId), query: {}, body: switched }),
  ),
};

export const DESTINATION_RECORDS: readonly SampleRecord[] = [
  { kind: destinationKind, record: enabled },
  {
    kind: destinationObservationKind,
    record: {
      ...newDestinationObservation(enabled),
      ...statusAfterDelivery(newDestinationObservation(enabled), 'timeout', NOW),
    },
  },
  { kind: destinationKind, record: disabled },
];
