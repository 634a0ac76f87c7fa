import type { ProbeSettings } from '@govgate/worker/probes';
import type { Service } from '../service.js';
import { keptPaths } from '../settings/kept-paths.js';

/** Limits on everything this process sends: the same in the API, a worker and a command. */
export const probeSettings = ({ settings, ports, log }: Service): ProbeSettings => ({
  ...settings,
  mcpClient: {
    userAgent: settings.mcpUserAgent,
    name: settings.mcpClientName,
    version: settings.mcpClientVersion,
  },
  keptPaths: keptPaths(settings),
  environment: process.env,
  clock: ports.clock,
  log,
});
