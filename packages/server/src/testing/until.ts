import { setTimeout as delay } from 'node:timers/promises';

/** Waits until something holds, and returns how long it took, in milliseconds. */
export const until = async (
  holds: () => boolean | Promise<boolean>,
  limitMs = 20_000,
  everyMs = 20,
): Promise<number> => {
  const startedAt = performance.now();
  while (!(await holds())) {
    if (performance.now() - startedAt > limitMs) throw new Error(`it did not come to it in ${limitMs} ms`);
    await delay(everyMs);
  }
  return performance.now() - startedAt;
};
