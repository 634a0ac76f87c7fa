import { defineClasses } from '../redaction/classes.js';
import type { DestinationObservation } from './destination-observation.js';
import type { SiemWebhook } from './siem-webhook.js';

/** Field classes of a destination: its references lead to endpoints and tokens, so they are secret themselves. */
export const siemWebhookClasses = defineClasses<SiemWebhook>()({
  destinationId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  kind: 'public',
  enabled: 'public',
  destinationRef: 'handle',
  endpointRef: 'handle',
  endpointSecretRef: 'secret',
  tokenSecretRef: 'secret',
  signingKeyRef: 'secret',
  duplicatesExportJobs: 'public',
  retentionPolicy: 'public',
  exportSettings: 'public',
  disabledAt: 'public',
  disableReasonCode: 'public',
  createdAt: 'public',
  updatedAt: 'public',
});

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
