import type { ProbeSettings } from '@govgate/worker/probes';
import type { Container } from 'inversify';
import { ID } from '../modules/identifiers.js';
import { keptPaths } from '../settings/kept-paths.js';

/** What everything that is sent out of this process goes by: the same in the API, in a worker and in a command. */
export const probeSettings = (container: Container): ProbeSettings => {
  const settings = container.get(ID.settings);
  return {
    ...settings,
    keptPaths: keptPaths(settings),
    environment: process.env,
    clock: container.get(ID.clock),
    log: container.get(ID.log),
  };
};
