import 'reflect-metadata';
import type { RateCounter, TokenVerifier } from '@govgate/ports';
import { Container } from 'inversify';
import { compareWithFiles } from './checkpoints/compare-with-files.js';
import { requireOwnKeys } from './checkpoints/require-own-keys.js';
import { applicationModule } from './modules/application-module.js';
import { ID } from './modules/identifiers.js';
import { identityModule } from './modules/identity-module.js';
import { signalModule } from './modules/signal-module.js';
import { storeModule } from './modules/store-module.js';
import { systemModule } from './modules/system-module.js';
import { workModule } from './modules/work-module.js';
import type { Service } from './service.js';
import type { ServerSettings } from './settings/settings.js';
import { ensureBootstrap } from './store/ensure-bootstrap.js';
import { type Making, type OpenedStore, openStore } from './store/open-store.js';

/** How a process takes the store that it finds. `look`: it reads the trail and changes nothing, so it works on any store. */
export type Taking = 'serve' | 'serve_older' | 'look';

/** What a process is to be, where it is not a service over the store that it finds. */
export interface Composing extends Making {
  readonly taking?: Taking;
  /** How long a commit may take, in milliseconds; otherwise what a caller can wait for. */
  readonly commitMs?: number;
  /** Counts calls in place of what the settings name: tests put faults there. */
  readonly rateCounter?: RateCounter;
  /** Verifies JWTs in place of the issuer that the settings name. */
  readonly tokenVerifier?: TokenVerifier | undefined;
  /** Takes the log in place of stderr. */
  readonly log?: Service['log'] | undefined;
}

/** Builds a process over the store that the settings name. */
export const compose = async (settings: ServerSettings, how: Composing = {}): Promise<Service> =>
  composeOver(await openStore(settings, how), settings, how);

/** The same over a store that is open; it is closed where nothing comes of it. Nothing is resolved on the way of a request. */
export const composeOver = async (
  opened: OpenedStore,
  settings: ServerSettings,
  { taking = 'serve', newKeys, commitMs, rateCounter, tokenVerifier, log }: Composing = {},
): Promise<Service> => {
  const container = new Container();
  try {
    await container.load(
      systemModule(settings, log),
      storeModule(opened, commitMs),
      await identityModule(settings, tokenVerifier),
      await signalModule(settings),
      await workModule(settings),
      applicationModule(),
    );
    if (rateCounter !== undefined) (await container.rebind(ID.rateCounter)).toConstantValue(rateCounter);
    if (taking !== 'look') await takeOver(container, settings, { taking, newKeys });
    return serviceOf(container);
  } catch (fault) {
    await opened.store.close();
    throw fault;
  }
};

const takeOver = async (
  container: Container,
  settings: ServerSettings,
  { taking, newKeys }: Pick<Composing, 'taking' | 'newKeys'>,
): Promise<void> => {
  const ports = container.get(ID.ports);
  const files = container.get(ID.checkpointFiles);
  await requireOwnKeys(ports, { acceptNew: newKeys === true });
  await compareWithFiles(ports, files, { acceptOlder: taking === 'serve_older' });
  await ensureBootstrap(container.get(ID.store), settings, ports);
};

const serviceOf = (container: Container): Service => ({
  settings: container.get(ID.settings),
  log: container.get(ID.log),
  counts: container.get(ID.counts),
  store: container.get(ID.store),
  storeEvents: container.get(ID.storeEvents),
  ports: container.get(ID.ports),
  authenticate: container.get(ID.authenticate),
  signCheckpoints: container.get(ID.signCheckpoints),
  work: container.get(ID.work),
  address: container.get(ID.address),
  draining: container.get(ID.draining),
  identityProvider: container.get(ID.identityProvider),
  timer: container.get(ID.timer),
  manifestThread: container.get(ID.manifestThread),
});
