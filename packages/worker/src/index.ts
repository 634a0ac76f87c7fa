export * from './queue/in-process-queue.js';
export * from './queue/run-job.js';
