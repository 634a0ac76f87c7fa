import type { ServiceLog } from '@govgate/ports';
import {
  type BullQueue,
  becomesReady,
  isGoodEnough,
  OLDEST_REDIS,
  redisVersion,
  reportConnection,
} from '@govgate/worker/redis';
import { CommandFailure, EXIT } from '../system/command-failure.js';

/** Connects to Redis, waits up to a limit, and refuses one that is too old. False: not reachable yet. */
export const openRedis = async (
  queue: BullQueue,
  log: Pick<ServiceLog, 'info'>,
  waitMs: number,
): Promise<boolean> => {
  reportConnection(queue.redis, {
    onLost: () => log.info('Redis is unreachable; work is kept in the store until it is back'),
    onReady: () => log.info('connected to Redis'),
  });
  queue.open();
  if (!(await becomesReady(queue.redis, waitMs))) return false;
  const version = await redisVersion(queue.redis);
  if (isGoodEnough(version)) return true;
  await queue.close();
  throw new CommandFailure(
    `Redis ${version} is too old. Use Redis ${OLDEST_REDIS} or later, or unset GOVGATE_REDIS_URL to work without it.`,
    EXIT.settings,
  );
};
