import {
  type InProcessQueue,
  type JobKit,
  type JobReport,
  makeJobHandlers,
  startExport,
  startInProcessSchedule,
} from '@govgate/worker/in-process';
import type { Container } from 'inversify';
import { ID } from '../modules/identifiers.js';
import { keepListsWhole } from './keep-lists-whole.js';
import { countExport, countJob } from './metrics.js';
import { probeSettings } from './probe-settings.js';

/** Work that goes on beside the API. */
export interface BackgroundWork {
  stop(): Promise<void>;
}

const AT_A_TIME = 20;
const STOP_MS = 20_000;
/** A Redis that is there answers in a few milliseconds; one that is not must not hold up the start. */
const REDIS_MS = 1_000;

/** Starts what this process does beside the API: everything where there is no Redis, else only handing jobs in. */
export const startBackgroundWork = async (container: Container): Promise<BackgroundWork> => {
  const lists = keepListsWhole(container);
  const work = await startJobs(container);
  return {
    stop: async () => {
      await Promise.all([lists.stop(), work.stop()]);
    },
  };
};

const startJobs = async (container: Container): Promise<BackgroundWork> => {
  const queue = container.get(ID.inProcessQueue);
  if (queue !== undefined) return workInProcess(container, queue);
  await (await import('./open-redis.js')).openRedis(container, REDIS_MS);
  return { stop: () => container.get(ID.jobQueue).close() };
};

const workInProcess = (container: Container, queue: InProcessQueue): BackgroundWork => {
  const report = reportTo(container);
  const kit = jobKit(container);
  const worker = queue.work(kit.handlers, { concurrency: AT_A_TIME, report, stopMs: STOP_MS });
  const schedule = startInProcessSchedule(kit.handlers, report);
  const signing = signAtOnce(container);
  const exporting = exportFrom(container, kit);
  return {
    stop: async () => {
      signing.stop();
      await Promise.all([schedule.stop(), worker.stop(), exporting.stop(), signing.done]);
      await Promise.all([queue.close(), kit.close()]);
    },
  };
};

// What a process before left unsigned, as after a crash, or a store of before checkpoints were notes, is signed without waiting for
// the schedule.
const signAtOnce = (container: Container): { readonly done: Promise<void>; stop(): void } => {
  const stop = { aborted: false };
  const done = container
    .get(ID.signCheckpoints)(stop)
    .then(
      () => undefined,
      (fault) => container.get(ID.log).failure('the trails could not be signed at the start', fault),
    );
  return {
    done,
    stop: () => {
      stop.aborted = true;
    },
  };
};

/** The jobs that a process can do, with its settings. */
export const jobKit = (container: Container): JobKit =>
  makeJobHandlers(container.get(ID.ports), probeSettings(container));

/** Continuous export from this process: of every destination whose lane it gets. */
export const exportFrom = (container: Container, kit: JobKit): BackgroundWork => {
  const log = container.get(ID.log);
  return startExport(
    { ...container.get(ID.ports), sender: kit.sender },
    {
      report: countExport,
      failed: (fault) => log.failure('continuous export met a failure', fault),
      listen: (listener) => container.get(ID.commitNews).listen(listener),
    },
  );
};

/** Counts every job, and tells the log of those that failed. */
export const reportTo = (container: Container): ((told: JobReport) => void) => {
  const log = container.get(ID.log);
  return (told) => {
    countJob(told);
    if (told.end === 'failed') log.failure('a background job failed', told.fault, { job: told.job });
  };
};
