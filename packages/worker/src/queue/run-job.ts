import type { Job, JobEnd, JobHandlers } from '@govgate/ports';
import { withinTime } from '../within-time.js';

/** A handler exceeded its limit. */
class JobOverran extends Error {
  override readonly name = 'JobOverran';
}

/** No handler exists for a job of this name. */
class JobUnknown extends Error {
  override readonly name = 'JobUnknown';
}

/** A worker's report about each job: its name, outcome and duration. */
export interface JobReport {
  readonly job: string;
  readonly end: JobEnd;
  readonly durationMs: number;
  readonly fault?: unknown;
}

interface Watching {
  readonly report: (reported: JobReport) => void;
  readonly outer?: AbortSignal | undefined;
}

/** Runs a job and reports its outcome. */
export const runReported = async (
  handlers: JobHandlers,
  job: Job,
  { report, outer }: Watching,
): Promise<void> => {
  const startedAt = performance.now();
  const reportEnd = (end: JobEnd, fault?: unknown): void =>
    report({
      job: job.job,
      end,
      durationMs: performance.now() - startedAt,
      ...(fault === undefined ? {} : { fault }),
    });
  try {
    await runJob(handlers, job, outer);
  } catch (fault) {
    reportEnd('failed', fault);
    throw fault;
  }
  reportEnd('done');
};

/** Runs a job's handler within its time limit. One that ignores the signal is not waited for. */
const runJob = async (handlers: JobHandlers, job: Job, outer?: AbortSignal): Promise<void> => {
  const handler = Object.hasOwn(handlers, job.job) ? handlers[job.job] : undefined;
  if (handler === undefined) throw new JobUnknown(job.job);
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  outer?.addEventListener('abort', abort, { once: true });
  const overrun = (): never => {
    abort();
    throw new JobOverran(job.job);
  };
  try {
    await withinTime(handler.run(job, stop.signal), handler.timeLimitMs, overrun);
  } finally {
    outer?.removeEventListener('abort', abort);
  }
};
