import { compose } from '../compose.js';
import { startBackgroundWork } from '../serve/background-work.js';
import { startMetrics } from '../serve/metrics.js';
import { startServer } from '../serve/start-server.js';
import { tellStartWarnings } from '../serve/start-warnings.js';
import { stopOnSignal } from '../serve/stop-on-signal.js';
import { loadSettings } from '../settings/load-settings.js';

export interface ServeOptions {
  readonly acceptOlderStore?: boolean;
  readonly newKeys?: boolean;
  /** How often some jobs are done instead; for tests, which do not wait so long. */
  readonly everyMs?: Readonly<Record<string, number>>;
}

/** `govgate serve`: the API, and the background work in this process where there is no Redis. */
export const serve = async ({
  acceptOlderStore = false,
  newKeys,
  everyMs = {},
}: ServeOptions = {}): Promise<void> => {
  const settings = await loadSettings();
  tellStartWarnings(settings);
  const service = await compose(settings, {
    taking: acceptOlderStore ? 'serve_older' : 'serve',
    makes: true,
    newKeys,
  });
  const work = await startBackgroundWork(service, everyMs);
  const metrics = await startMetrics(service);
  const server = await startServer(service);
  process.stderr.write(`govgate listens on ${server.url}\n`);
  await stopOnSignal(async () => {
    await work.stop();
    await server.stop();
    await metrics.stop();
  });
};
