export { startExport } from './export/start-export.js';
export { type JobKit, makeJobHandlers } from './jobs/make-job-handlers.js';
export { type InProcessQueue, makeInProcessQueue } from './queue/in-process-queue.js';
export type { JobReport } from './queue/run-job.js';
export { startInProcessSchedule } from './schedule/in-process-schedule.js';
export { makeRepeatingJob } from './schedule/repeating-job.js';
export { endWithin, withinTime } from './within-time.js';
