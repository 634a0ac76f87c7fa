import { OverTime } from './port-errors.js';

/**
 * Limits work to so many milliseconds. The driver's overall limit has no effect in this version, and a hanging server honours no
 * `maxTimeMS`, so the limit is enforced here. Late work is left to finish on its own.
 */
export const within = async <T>(limitMs: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OverTime(limitMs)), limitMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
};
