import type { Ports } from '@govgate/application';
import type { Container } from 'inversify';
import { signBeforeClosing } from '../checkpoints/sign-before-closing.js';
import { compose } from '../compose.js';
import { ID } from '../modules/identifiers.js';
import { loadSettings } from '../settings/load-settings.js';

/** Opens the store that the settings name, runs a command on it, signs what it wrote, and closes the store whatever happens. */
export const withPorts = <T>(run: (ports: Ports, container: Container) => Promise<T>): Promise<T> =>
  withContainer('serve', async (container) => {
    const answer = await run(container.get(ID.ports), container);
    await signBeforeClosing(container);
    return answer;
  });

/** The same for a command that looks at the trail: it takes any store as it is, and changes no record of it. */
export const withTrail = <T>(run: (ports: Ports) => Promise<T>): Promise<T> =>
  withContainer('look', (container) => run(container.get(ID.ports)));

const withContainer = async <T>(
  taking: 'serve' | 'look',
  run: (container: Container) => Promise<T>,
): Promise<T> => {
  const container = await compose(await loadSettings(), taking);
  try {
    return await run(container);
  } finally {
    await container.get(ID.store).close();
    container.get(ID.log).flush();
  }
};
