import { defineFields, given, own, plain } from '../fields/field-table.js';
import { defineClasses } from '../redaction/classes.js';
import type { Destination } from './destination.js';
import type { DestinationObservation } from './destination-observation.js';

/** The fields of a destination: its references lead to endpoints and tokens, so they are themselves secret. */
export const destinationFields = defineFields<Destination>()({
  destinationId: plain('public'),
  tenantId: plain('public'),
  environmentId: plain('public'),
  kind: plain('public'),
  enabled: plain('public'),
  destinationRef: given('handle'),
  endpointRef: given('handle'),
  endpointSecretRef: own('secret'),
  tokenSecretRef: own('secret'),
  signingKeyRef: own('secret'),
  duplicatesExportJobs: own('public'),
  retentionPolicy: own('public'),
  exportSettings: own('public'),
  disabledAt: own('public'),
  disableReasonCode: own('public'),
  createdAt: own('public'),
  updatedAt: own('public'),
});

export const destinationClasses = destinationFields.classes;

/** Field classes of what was seen of a destination. */
export const destinationObservationClasses = defineClasses<DestinationObservation>()({
  destinationId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  delivery: 'public',
  auditExport: 'public',
  failuresInARow: 'public',
  failingSince: 'public',
});
