import { PortUnavailable } from '@govgate/ports';
import { Redis } from 'ioredis';
import { withinTime } from '../within-time.js';

/** The oldest supported Redis (docs/spec/operations.md). */
export const OLDEST_REDIS = '6.2';

/** Events reported about a connection: once when it is lost, once when it is back. */
export interface ConnectionListener {
  readonly onLost: () => void;
  readonly onReady: () => void;
}

const RETRY_MOST_MS = 1_000;
const COMMAND_MS = 3_000;

const retryStrategy = (times: number): number => Math.min(50 * times, RETRY_MOST_MS);

const BASE = { retryStrategy, connectTimeout: COMMAND_MS, connectionName: 'govgate' };

/** A connection for workers: a command waits for as long as Redis is unreachable. */
export const workerConnection = (url: string): Redis =>
  quiet(new Redis(url, { ...BASE, maxRetriesPerRequest: null }));

/** A connection for producers: while Redis is unreachable a command fails at once, so that no call waits for it. */
export const producerConnection = (url: string): Redis =>
  quiet(
    new Redis(url, {
      ...BASE,
      // Commands of the command line never use the queue, so they do not connect.
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_MS,
    }),
  );

/** Reports once when a connection is lost and once when it is back. */
export const reportConnection = (redis: Redis, listener: ConnectionListener): void => {
  let up: boolean | undefined;
  redis.on('ready', () => {
    if (up !== true) listener.onReady();
    up = true;
  });
  redis.on('close', () => {
    // 'end' means that we closed it.
    if (up !== false && redis.status !== 'end') listener.onLost();
    up = false;
  });
};

/** Waits for a connection up to a limit; false: not connected yet. */
export const becomesReady = async (redis: Redis, waitMs: number): Promise<boolean> => {
  if (redis.status === 'ready') return true;
  let onReady = (): void => undefined;
  const ready = new Promise<true>((resolve) => {
    onReady = () => resolve(true);
    redis.once('ready', onReady);
  });
  return withinTime(ready, waitMs, () => {
    redis.off('ready', onReady);
    return false;
  });
};

/** The version reported by a reachable Redis. */
export const redisVersion = async (redis: Redis): Promise<string> =>
  /^redis_version:(\S+)/m.exec(await redis.info('server'))?.[1] ?? '';

/** Whether a version is supported. */
export const isGoodEnough = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 6 || (major === 6 && minor >= 2);
};

/** Queries Redis; its absence becomes the port's own error. */
export const query = async <T>(redis: Redis, question: () => Promise<T>): Promise<T> => {
  if (redis.status !== 'ready') throw new PortUnavailable('queue');
  try {
    return await question();
  } catch (cause) {
    throw new PortUnavailable('queue', { cause });
  }
};

// Without a listener ioredis prints every failed attempt; `reportConnection` reports what matters.
const quiet = (redis: Redis): Redis => redis.on('error', () => undefined);
