import { makeRepeatingJob } from '@govgate/worker/in-process';
import { type BullQueue, keepSchedule, startBullWorker, type TakeOver } from '@govgate/worker/redis';
import { compose } from '../compose.js';
import { exportFrom, jobKit, reportTo } from '../serve/background-work.js';
import { logStart, logStop } from '../serve/log-lifecycle.js';
import { startMetrics } from '../serve/metrics.js';
import { openRedis } from '../serve/open-redis.js';
import { stopOnSignal } from '../serve/stop-on-signal.js';
import type { Service } from '../service.js';
import { loadSettings } from '../settings/load-settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';

const AT_A_TIME = 50;
/** Together with the remaining steps, the whole stop stays below 30 seconds. */
const STOP_MS = 25_000;
const WAIT_MS = 2_000;
const WATCH_MS = 10_000;
/** After this many checks with Redis reachable but no canary job finished, this worker takes no more jobs. */
const SILENT_CHECKS = 6;

/** `govgate work`: runs the queue's jobs until it is stopped. */
export const work = async (takeOver?: TakeOver): Promise<void> => {
  const settings = await loadSettings();
  if (settings.redisUrl === undefined) throw withoutRedis();
  const stop = await startWorking(
    await compose(settings, { makes: false }),
    { url: settings.redisUrl.reveal() },
    takeOver,
  );
  const stopped = stopOnSignal(stop);
  process.stderr.write('govgate is running the jobs in Redis\n');
  await stopped;
};

const withoutRedis = (): CommandFailure =>
  new CommandFailure(
    'A worker needs Redis: set GOVGATE_REDIS_URL. Without Redis `govgate serve` does the work itself.',
    EXIT.settings,
  );

const startWorking = async (
  service: Service,
  place: { readonly url: string },
  takeOver?: TakeOver,
): Promise<() => Promise<void>> => {
  if (service.work.place !== 'redis') throw withoutRedis();
  const { queue } = service.work;
  const metrics = await startMetrics(service);
  await waitForRedis(queue, service.log);
  const kit = jobKit(service);
  const worker = startBullWorker(place, kit.handlers, {
    concurrency: AT_A_TIME,
    report: reportTo(service),
    stopMs: STOP_MS,
    ...(takeOver === undefined ? {} : { takeOver }),
  });
  const schedule = keepSchedule(place, queue);
  const exporting = exportFrom(service, kit);
  const watch = watchCanary(queue);
  logStart(service, 'work');
  return async () => {
    await Promise.all([watch.stop(), schedule.stop(), worker.stop(), exporting.stop()]);
    await Promise.all([queue.close(), kit.close(), metrics.stop()]);
    logStop(service, 'work');
    await service.store.close();
    service.log.flush();
  };
};

const waitForRedis = async (queue: BullQueue, log: Service['log']): Promise<void> => {
  if (await openRedis(queue, log, WAIT_MS)) return;
  process.stderr.write('govgate waits for Redis ...\n');
  while (!(await reachable(queue))) await new Promise((resolve) => setTimeout(resolve, 500));
};

const reachable = (queue: BullQueue): Promise<boolean> =>
  queue.check().then(
    () => true,
    () => false,
  );

// A worker that hangs without dying would keep its place; ending it lets its supervisor restart it.
const watchCanary = (queue: BullQueue): { stop(): Promise<void> } => {
  let silent = 0;
  return makeRepeatingJob({
    name: 'watch_canary',
    everyMs: WATCH_MS,
    run: async () => {
      silent = (await queue.hasWorker()) ? 0 : silent + 1;
      if (silent < SILENT_CHECKS) return;
      process.stderr.write('govgate: no canary job finished within a minute; this worker exits\n');
      process.exit(EXIT.refused);
    },
    // Redis is unreachable: no worker makes progress.
    onFailure: () => {
      silent = 0;
    },
  });
};
