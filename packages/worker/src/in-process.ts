export * from './export/start-export.js';
export * from './jobs/make-job-handlers.js';
export * from './jobs/schedule-table.js';
export * from './queue/in-process-queue.js';
export * from './queue/run-job.js';
export * from './schedule/in-process-schedule.js';
export * from './schedule/repeating-job.js';
export * from './within-time.js';
