import { join } from 'node:path';
import { importBundle } from '../processes/spawned-service.js';
import { REACHES_LOOPBACK } from '../test-service.js';
import type { EventReceiver } from './event-receiver.js';

const DESTINATION = {
  destination_id: 'dst_soc',
  tenant_id: 'default',
  environment_id: 'production',
  kind: 'webhook',
  enabled: true,
  destination_ref: 'dstref_sample_soc',
  endpoint_ref: 'epref_sample_soc',
  endpoint_secret_ref: 'env:EXAMPLE_EXPORT',
  // The plain form, in which checkpoints say what they are.
  retention_policy: { metadata_retention_days: 90, export_format: 'json' },
};

/** Imports a destination that delivers to a receiver on this machine, and returns the settings for it. */
export const importDestination = async (
  folder: string,
  receiver: EventReceiver,
  settings: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> => {
  const environment = {
    GOVGATE_DATA: join(folder, 'data'),
    ...REACHES_LOOPBACK,
    GOVGATE_SECRET_ENV: 'default/production:EXAMPLE_EXPORT',
    EXAMPLE_EXPORT: receiver.url,
    ...settings,
  };
  await importBundle(environment, { destinations: [DESTINATION] });
  return environment;
};
