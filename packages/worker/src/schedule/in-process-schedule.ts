import type { JobHandlers } from '@govgate/ports';
import { SCHEDULE, scheduledJob } from '../jobs/schedule-table.js';
import { type JobReport, runReported } from '../queue/run-job.js';
import { makeRepeatingJob } from './repeating-job.js';

/**
 * Runs the schedule by this process's own timers: each job jittered, never overlapping itself, continuing after failures.
 * `otherwise`: overriding intervals, in milliseconds.
 */
export const startInProcessSchedule = (
  handlers: JobHandlers,
  report: (reported: JobReport) => void,
  otherwise: Readonly<Record<string, number>> = {},
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const jobs = SCHEDULE.map(({ job, everyMs }) =>
    makeRepeatingJob({
      name: job,
      everyMs: otherwise[job] ?? everyMs,
      run: () => runReported(handlers, scheduledJob(job, job), { report, outer: stopping.signal }),
      // Already reported.
      onFailure: () => undefined,
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
};
