export * from './queue/bull-names.js';
export * from './queue/bull-queue.js';
export * from './queue/bull-worker.js';
export * from './queue/redis-link.js';
export * from './queue/redis-rate-counter.js';
export * from './schedule/bull-schedule.js';
