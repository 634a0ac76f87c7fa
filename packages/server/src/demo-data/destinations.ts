import type { Bundle } from '@govgate/application';
import type { DestinationKind } from '@govgate/domain';
import type { Moments } from './moments.js';

type Item = NonNullable<Bundle['destinations']>[number];

const KINDS: readonly (readonly [DestinationKind, name: string])[] = [
  ['webhook', 'incident-desk'],
  ['splunk_hec', 'security-lake'],
  ['syslog', 'on-premises-log'],
  ['elasticsearch', 'search-cluster'],
  ['datadog', 'observability'],
  ['otlp_http', 'telemetry'],
];

/** One destination of each kind, all disabled: a demonstration sends nothing until somebody points one at an endpoint. */
export const demoDestinations = (tenantId: string, { hoursAgo }: Moments): Item[] =>
  KINDS.map(([kind, name], place): Item => {
    const delivery = { status: 'healthy', checkedAt: hoursAgo(place + 1), reasonCode: 'delivered' } as const;
    return {
      destinationId: `dst_${name}`,
      tenantId,
      environmentId: 'production',
      kind,
      enabled: false,
      destinationRef: `dstref_${name}-demo`,
      endpointRef: `epref_${name}-demo`,
      ...(kind === 'webhook' ? { webhookStatus: delivery } : { siemDeliveryStatus: delivery }),
      auditExportStatus: delivery,
      auditExportLink: { duplicatesExportJobs: false },
      retentionPolicy: { metadataRetentionDays: 90, exportFormat: kind === 'syslog' ? 'cef' : 'ocsf_json' },
    };
  });
