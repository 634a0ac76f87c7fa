import type { Ports } from '@govgate/application';
import { compose } from '../compose.js';
import { ID } from '../modules/identifiers.js';
import { loadSettings } from '../settings/load-settings.js';

/** Opens the store that the settings name, runs a command on it, and closes it whatever happens. */
export const withPorts = async <T>(run: (ports: Ports) => Promise<T>): Promise<T> => {
  const container = await compose(await loadSettings());
  try {
    return await run(container.get(ID.ports));
  } finally {
    await container.get(ID.store).close();
  }
};
