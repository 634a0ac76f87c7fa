import { hash } from 'node:crypto';
import type { RateCounter } from '@govgate/ports';
import type { Redis } from 'ioredis';
import { type BullPlace, keysOf } from './bull-names.js';

const KEPT_MS = 120_000;

/**
 * Counts calls over all processes; while Redis is away each process counts its own. What is counted may be as long as a path
 * that somebody sent, and its hash is as long as any.
 */
export const makeRedisRateCounter = (place: BullPlace, redis: Redis, local: RateCounter): RateCounter => {
  const keys = keysOf(place);
  return {
    hit: async (counted, windowStartMs) => {
      const key = hash('sha256', counted, 'base64url');
      // Counted in both, so that a process that loses Redis in the middle of a window knows its own share of it.
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
