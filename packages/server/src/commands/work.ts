import { makeRepeatingJob } from '@govgate/worker/in-process';
import { type BullQueue, keepSchedule, startBullWorker, type TakeOver } from '@govgate/worker/redis';
import type { Container } from 'inversify';
import { compose } from '../compose.js';
import { ID } from '../modules/identifiers.js';
import { exportFrom, jobKit, reportTo } from '../serve/background-work.js';
import { keepListsWhole } from '../serve/keep-lists-whole.js';
import { startMetrics } from '../serve/metrics.js';
import { openRedis } from '../serve/open-redis.js';
import { stopOnSignal } from '../serve/stop-on-signal.js';
import { loadSettings } from '../settings/load-settings.js';
import { CommandFailure, EXIT } from './command-failure.js';

const AT_A_TIME = 50;
/** With what follows it, the whole stop stays below 30 seconds. */
const STOP_MS = 25_000;
const WAIT_MS = 2_000;
const WATCH_MS = 10_000;
/** After so many looks at a Redis that is there and a canary that is not, this worker takes no jobs any more. */
const SILENT_LOOKS = 6;

/** `govgate work`: does the jobs of the queue in Redis until it is told to stop. */
export const work = async (takeOver?: TakeOver): Promise<void> => {
  const settings = await loadSettings();
  if (settings.redisUrl === undefined) {
    throw new CommandFailure(
      'A worker needs Redis: set GOVGATE_REDIS_URL. Without Redis `govgate serve` does the work itself.',
      EXIT.settings,
    );
  }
  const container = await compose(settings);
  const queue = container.get(ID.bullQueue);
  if (queue === undefined) throw new Error('no queue is bound although Redis is configured');
  const stop = await startWorking(container, queue, { url: settings.redisUrl.reveal() }, takeOver);
  process.stderr.write('govgate works on the jobs in Redis\n');
  await stopOnSignal(stop);
};

const startWorking = async (
  container: Container,
  queue: BullQueue,
  place: { readonly url: string },
  takeOver?: TakeOver,
): Promise<() => Promise<void>> => {
  const metrics = await startMetrics(container);
  await waitForRedis(container);
  const kit = jobKit(container);
  const worker = startBullWorker(place, kit.handlers, {
    concurrency: AT_A_TIME,
    report: reportTo(container),
    stopMs: STOP_MS,
    ...(takeOver === undefined ? {} : { takeOver }),
  });
  const schedule = keepSchedule(place, queue);
  const exporting = exportFrom(container, kit);
  const lists = keepListsWhole(container);
  const watch = watchCanary(queue);
  return async () => {
    await Promise.all([watch.stop(), schedule.stop(), worker.stop(), exporting.stop(), lists.stop()]);
    await Promise.all([queue.close(), kit.close(), metrics.stop()]);
    await container.get(ID.store).close();
    container.get(ID.log).flush();
  };
};

const waitForRedis = async (container: Container): Promise<void> => {
  if (await openRedis(container, WAIT_MS)) return;
  process.stderr.write('govgate waits for Redis ...\n');
  while (!(await reachable(container))) await new Promise((resolve) => setTimeout(resolve, 500));
};

const reachable = (container: Container): Promise<boolean> =>
  container
    .get(ID.jobQueue)
    .check()
    .then(
      () => true,
      () => false,
    );

// A worker that hangs without dying would keep its place; whoever supervises it starts it anew.
const watchCanary = (queue: BullQueue): { stop(): Promise<void> } => {
  let silent = 0;
  return makeRepeatingJob({
    name: 'watch_canary',
    everyMs: WATCH_MS,
    run: async () => {
      silent = (await queue.hasWorker()) ? 0 : silent + 1;
      if (silent < SILENT_LOOKS) return;
      process.stderr.write('govgate: no canary was done for a minute; this worker ends\n');
      process.exit(EXIT.refused);
    },
    // Redis is away: nobody does anything then.
    onFailure: () => {
      silent = 0;
    },
  });
};
