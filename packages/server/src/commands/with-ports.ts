import type { Ports } from '@govgate/application';
import { signBeforeClosing } from '../checkpoints/sign-before-closing.js';
import { type Composing, compose } from '../compose.js';
import type { Service } from '../service.js';
import { loadSettings } from '../settings/load-settings.js';

/** Opens the configured store, runs a command on it, signs what it wrote, and closes the store whatever happens. */
export const withPorts = <T>(
  run: (ports: Ports, service: Service) => Promise<T>,
  how: Pick<Composing, 'makes'> = {},
): Promise<T> =>
  withService(how, async (service) => {
    const answer = await run(service.ports, service);
    await signBeforeClosing(service);
    return answer;
  });

/** The same for a command that examines the trail: it accepts any store as it is and changes no record. */
export const withTrail = <T>(run: (ports: Ports) => Promise<T>): Promise<T> =>
  withService({ taking: 'look' }, ({ ports }) => run(ports));

const withService = async <T>(how: Composing, run: (service: Service) => Promise<T>): Promise<T> => {
  const service = await compose(await loadSettings(), how);
  try {
    return await run(service);
  } finally {
    await service.store.close();
    service.log.flush();
  }
};
