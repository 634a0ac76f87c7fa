import { someTokenCounts } from '@govgate/application';
import { compose } from '../compose.js';
import { startBackgroundWork } from '../serve/background-work.js';
import { startMetrics } from '../serve/metrics.js';
import { startServer } from '../serve/start-server.js';
import { printStartWarnings } from '../serve/start-warnings.js';
import { stopOnSignal } from '../serve/stop-on-signal.js';
import type { Service } from '../service.js';
import { loadSettings } from '../settings/load-settings.js';

export interface ServeOptions {
  readonly acceptOlderStore?: boolean;
  readonly newKeys?: boolean;
  /** Overriding intervals of some jobs, for tests that cannot wait as long. */
  readonly everyMs?: Readonly<Record<string, number>>;
}

const HOW_TO_SIGN_IN =
  'Nobody can sign in to this store. Create its first administrator: govgate init --tenant default --environment production --admin USER\n';

/** `govgate serve`: the API, and without Redis the background work too. */
export const serve = async ({
  acceptOlderStore = false,
  newKeys,
  everyMs = {},
}: ServeOptions = {}): Promise<void> => {
  const settings = await loadSettings();
  printStartWarnings(settings);
  const service = await compose(settings, {
    taking: acceptOlderStore ? 'serve_older' : 'serve',
    makes: true,
    newKeys,
  });
  const work = await startBackgroundWork(service, everyMs);
  const metrics = await startMetrics(service);
  const isClosed = await nobodyCanSignIn(service);
  const server = await startServer(service);
  const stopped = stopOnSignal(async (signal) => {
    if (signal === 'SIGTERM') await server.drain();
    await work.stop();
    await server.stop();
    await metrics.stop();
  });
  // Only now: whoever reads this may send the signal at once.
  if (isClosed) process.stderr.write(HOW_TO_SIGN_IN);
  process.stderr.write(`govgate listens on ${server.url}\n`);
  await stopped;
};

const nobodyCanSignIn = async ({ settings, ports }: Service): Promise<boolean> =>
  settings.adminToken === undefined && settings.jwt === undefined && !(await someTokenCounts(ports));
