import { makeCheckCommitted } from '@govgate/application';
import {
  type InProcessQueue,
  type JobKit,
  type JobReport,
  makeJobHandlers,
  makeRepeatingJob,
  startExport,
  startInProcessSchedule,
} from '@govgate/worker/in-process';
import type { Service } from '../service.js';
import { probeSettings } from './probe-settings.js';
import { signalPolling } from './signal-polling.js';

/** Work in the background. */
export interface BackgroundWork {
  stop(): Promise<void>;
}

const AT_A_TIME = 20;
const STOP_MS = 20_000;
/** A reachable Redis answers in a few milliseconds; an unreachable one must not hold up the start. */
const REDIS_MS = 1_000;
/** As often as trails are signed, by another process then. */
const CHECK_COMMITTED_MS = 60_000;

/** The jobs a process can run, with its settings. */
export const jobKit = (service: Service): JobKit =>
  makeJobHandlers(service.ports, { ...probeSettings(service), signals: signalPolling(service) });

/** Continuous export from this process: for every destination whose lane it acquires. */
export const exportFrom = ({ ports, log, storeEvents, counts }: Service, kit: JobKit): BackgroundWork =>
  startExport(
    { ...ports, sender: kit.sender },
    {
      report: counts.exported,
      failed: (fault) => log.failure('continuous export met a failure', fault),
      listen: (listener) => storeEvents.on('committed', (_, audit) => listener(audit)),
    },
  );

/** Counts every job, and logs those that failed. */
export const reportTo =
  ({ log, counts }: Pick<Service, 'log' | 'counts'>) =>
  (reported: JobReport): void => {
    counts.job(reported);
    if (reported.end === 'failed')
      log.failure('a background job failed', reported.fault, { job: reported.job });
  };

/** Starts this process's background work: everything without Redis, else only enqueueing jobs. */
export const startBackgroundWork = async (
  service: Service,
  everyMs: Readonly<Record<string, number>> = {},
): Promise<BackgroundWork> => {
  const { work } = service;
  if (work.place === 'process') return workInProcess(service, work.queue, everyMs);
  await (await import('./open-redis.js')).openRedis(work.queue, service.log, REDIS_MS);
  const check = makeCheckCommitted(service.ports);
  const checking = makeRepeatingJob({
    name: 'check_committed',
    everyMs: CHECK_COMMITTED_MS,
    run: () => check(),
    onFailure: (fault) => service.log.failure('committed events could not be looked for', fault),
  });
  return {
    stop: async () => {
      await checking.stop();
      await work.queue.close();
    },
  };
};

const workInProcess = (
  service: Service,
  queue: InProcessQueue,
  everyMs: Readonly<Record<string, number>>,
): BackgroundWork => {
  const report = reportTo(service);
  const kit = jobKit(service);
  const worker = queue.work(kit.handlers, { concurrency: AT_A_TIME, report, stopMs: STOP_MS });
  const schedule = startInProcessSchedule(kit.handlers, report, everyMs);
  const signing = signAtOnce(service);
  const exporting = exportFrom(service, kit);
  return {
    stop: async () => {
      signing.stop();
      await Promise.all([schedule.stop(), worker.stop(), exporting.stop(), signing.done]);
      await Promise.all([queue.close(), kit.close()]);
    },
  };
};

// Whatever an earlier process left unsigned, after a crash or from before checkpoints were notes, is signed without waiting for the
// schedule.
const signAtOnce = ({ signCheckpoints, log }: Service): { readonly done: Promise<void>; stop(): void } => {
  const stop = { aborted: false };
  const done = signCheckpoints(stop).then(
    () => undefined,
    (fault) => log.failure('the trails could not be signed at the start', fault),
  );
  return {
    done,
    stop: () => {
      stop.aborted = true;
    },
  };
};
