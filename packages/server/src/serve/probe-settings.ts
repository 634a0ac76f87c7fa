import type { ProbeSettings } from '@govgate/worker/probes';
import type { Service } from '../service.js';
import { keptPaths } from '../settings/kept-paths.js';

/** What everything that is sent out of this process goes by: the same in the API, in a worker and in a command. */
export const probeSettings = ({ settings, ports, log }: Service): ProbeSettings => ({
  ...settings,
  keptPaths: keptPaths(settings),
  environment: process.env,
  clock: ports.clock,
  log,
});
