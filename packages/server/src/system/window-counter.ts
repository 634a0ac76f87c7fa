import type { RateCounter } from '@govgate/ports';

/** Counts calls in this process. A new window forgets the one before, so memory stays with the callers of one minute. */
export const makeWindowCounter = (): RateCounter => {
  let window = 0;
  let counts = new Map<string, number>();
  return {
    hit: (key, windowStartMs) => {
      if (windowStartMs !== window) {
        window = windowStartMs;
        counts = new Map();
      }
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
};
