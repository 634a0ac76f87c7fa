import 'reflect-metadata';
import { Container } from 'inversify';
import { applicationModule } from './modules/application-module.js';
import { identityModule } from './modules/identity-module.js';
import { storeModule } from './modules/store-module.js';
import { systemModule } from './modules/system-module.js';
import { workModule } from './modules/work-module.js';
import type { ServerSettings } from './settings/settings.js';
import { ensureBootstrap } from './store/ensure-bootstrap.js';
import { openStore } from './store/open-store.js';
import { systemClock } from './system/system-clock.js';
import { uuidIdSource } from './system/uuid-id-source.js';

/** Builds the object graph of a process. Everything is bound once; nothing is resolved on the way of a request. */
export const compose = async (settings: ServerSettings): Promise<Container> => {
  const opened = await openStore(settings);
  await ensureBootstrap(opened.store, settings, { clock: systemClock, ids: uuidIdSource });
  const container = new Container();
  await container.load(
    systemModule(settings),
    storeModule(opened),
    await identityModule(settings),
    await workModule(settings),
    applicationModule(),
  );
  return container;
};
