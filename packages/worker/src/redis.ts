export { type BullQueue, makeBullQueue } from './queue/bull-queue.js';
export { startBullWorker, type TakeOver } from './queue/bull-worker.js';
export {
  becomesReady,
  isGoodEnough,
  OLDEST_REDIS,
  redisVersion,
  reportConnection,
} from './queue/redis-link.js';
export { makeRedisRateCounter } from './queue/redis-rate-counter.js';
export { keepSchedule } from './schedule/bull-schedule.js';
