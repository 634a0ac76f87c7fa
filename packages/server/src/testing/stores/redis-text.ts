import { Redis } from 'ioredis';

/** How the values of each type are read completely. */
const READ: Readonly<Record<string, (redis: Redis, key: string) => Promise<unknown>>> = {
  string: (redis, key) => redis.get(key),
  hash: (redis, key) => redis.hgetall(key),
  list: (redis, key) => redis.lrange(key, '0', '-1'),
  set: (redis, key) => redis.smembers(key),
  zset: (redis, key) => redis.zrange(key, '0', '-1'),
  stream: (redis, key) => redis.xrange(key, '-', '+'),
};

/** The complete content of a Redis, as text. */
export const redisText = async (url: string): Promise<string> => {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    const values = await Promise.all(
      keys.map(async (key) => [key, await READ[await redis.type(key)]?.(redis, key)]),
    );
    return JSON.stringify(values);
  } finally {
    redis.disconnect();
  }
};

/** Puts a text into a Redis, as a job that should not hold it would. */
export const writeIntoRedis = async (url: string, text: string): Promise<void> => {
  const redis = new Redis(url);
  await redis.hset('govgate:work:fault', 'data', JSON.stringify({ text }));
  redis.disconnect();
};
