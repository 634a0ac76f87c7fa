import { hash } from 'node:crypto';
import type { RateCounter } from '@govgate/ports';
import type { Redis } from 'ioredis';
import { keysOf, type RedisLocation } from './bull-names.js';

const KEPT_MS = 120_000;

/**
 * Counts calls across all processes; while Redis is unreachable each process counts its own. A key may be as long as a path from a request,
 * so its hash is used.
 */
export const makeRedisRateCounter = (place: RedisLocation, redis: Redis, local: RateCounter): RateCounter => {
  const keys = keysOf(place);
  return {
    hit: async (counted, windowStartMs) => {
      const key = hash('sha256', counted, 'base64url');
      // Counted in both, so that a process that loses Redis within a window knows its own share.
      const own = local.hit(key, windowStartMs);
      if (redis.status !== 'ready') return own;
      try {
        const shared = keys.rate(windowStartMs, key);
        const [answer] = (await redis.multi().incr(shared).pexpire(shared, KEPT_MS).exec()) ?? [];
        return Number(answer?.[1] ?? (await own));
      } catch {
        return own;
      }
    },
  };
};
