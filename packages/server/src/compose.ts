import 'reflect-metadata';
import { Container } from 'inversify';
import { holdAgainstKept } from './checkpoints/hold-against-kept.js';
import { applicationModule } from './modules/application-module.js';
import { ID } from './modules/identifiers.js';
import { identityModule } from './modules/identity-module.js';
import { storeModule } from './modules/store-module.js';
import { systemModule } from './modules/system-module.js';
import { workModule } from './modules/work-module.js';
import type { ServerSettings } from './settings/settings.js';
import { ensureBootstrap } from './store/ensure-bootstrap.js';
import { openStore } from './store/open-store.js';

/** How a process takes the store that it finds. `look`: it reads the trail and changes nothing, so it works on any store. */
export type Taking = 'serve' | 'serve_older' | 'look';

/**
 * Builds the object graph of a process. Everything is bound once; nothing is resolved on the way of a request. `amend` binds
 * something else before anything is resolved: tests put faults there.
 */
export const compose = async (
  settings: ServerSettings,
  taking: Taking = 'serve',
  amend?: (container: Container) => Promise<void>,
): Promise<Container> => {
  const opened = await openStore(settings);
  const container = new Container();
  try {
    await container.load(
      systemModule(settings),
      storeModule(opened),
      await identityModule(settings),
      await workModule(settings),
      applicationModule(),
    );
    await amend?.(container);
    if (taking !== 'look') await takeOver(container, settings, taking);
    return container;
  } catch (fault) {
    await opened.store.close();
    throw fault;
  }
};

const takeOver = async (container: Container, settings: ServerSettings, taking: Taking): Promise<void> => {
  const ports = container.get(ID.ports);
  const files = container.get(ID.checkpointFiles);
  await holdAgainstKept(ports, files, { acceptOlder: taking === 'serve_older' });
  await ensureBootstrap(container.get(ID.store), settings, ports);
};
