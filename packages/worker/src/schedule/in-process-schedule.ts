import type { JobHandlers } from '@govgate/ports';
import { SCHEDULE, type ScheduledJob, scheduledJob } from '../jobs/schedule-table.js';
import { type JobReport, runReported } from '../queue/run-job.js';
import { makeRepeatingJob } from './repeating-job.js';

/** Runs the schedule by this process's own timers: each job jittered, never overlapping itself, going on after a failure. */
export const startInProcessSchedule = (
  handlers: JobHandlers,
  report: (told: JobReport) => void,
  schedule: readonly ScheduledJob[] = SCHEDULE,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const jobs = schedule.map(({ job, everyMs }) =>
    makeRepeatingJob({
      name: job,
      everyMs,
      run: () => runReported(handlers, scheduledJob(job, job), report, stopping.signal),
      // The report has told it.
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
