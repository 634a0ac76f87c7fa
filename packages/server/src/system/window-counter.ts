import type { RateCounter } from '@govgate/ports';
import { LRUCache } from 'lru-cache';

/** Callers tracked at a time; more than a process serves in a minute. */
const MOST = 50_000;

/** Counts calls in this process. A new window discards the previous one, so memory follows the callers of one minute. */
export const makeWindowCounter = (): RateCounter => {
  let window = 0;
  // Bounded by size because `max` would allocate every slot up front.
  const counts = new LRUCache<string, number>({ maxSize: MOST, sizeCalculation: () => 1 });
  return {
    hit: (key, windowStartMs) => {
      if (windowStartMs !== window) {
        window = windowStartMs;
        counts.clear();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
};
