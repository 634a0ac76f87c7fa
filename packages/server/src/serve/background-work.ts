import { type JobReport, makeJobHandlers, startInProcessSchedule } from '@govgate/worker/in-process';
import type { Container } from 'inversify';
import { ID } from '../modules/identifiers.js';

/** Work that goes on beside the API. */
export interface BackgroundWork {
  stop(): Promise<void>;
}

const AT_A_TIME = 20;
const STOP_MS = 20_000;

/** Starts what this process does beside the API: everything where there is no Redis. */
export const startBackgroundWork = (container: Container): BackgroundWork => {
  const queue = container.get(ID.inProcessQueue);
  if (queue === undefined) return { stop: async () => undefined };
  const report = reportTo(container);
  const kit = makeJobHandlers(container.get(ID.ports), {
    ...container.get(ID.settings),
    environment: process.env,
  });
  const worker = queue.work(kit.handlers, { concurrency: AT_A_TIME, report, stopMs: STOP_MS });
  const schedule = startInProcessSchedule(kit.handlers, report);
  return {
    stop: async () => {
      await Promise.all([schedule.stop(), worker.stop()]);
      await Promise.all([queue.close(), kit.close()]);
    },
  };
};

/** Tells the log of every job that failed. */
export const reportTo = (container: Container): ((told: JobReport) => void) => {
  const log = container.get(ID.log);
  return ({ job, end, fault }) => {
    if (end === 'failed') log.failure('a background job failed', fault, { job });
  };
};
