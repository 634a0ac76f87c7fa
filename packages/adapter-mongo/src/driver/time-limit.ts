import { OverTime } from './port-errors.js';

/**
 * Gives work so many milliseconds. The driver's own overall limit does nothing in this version, and a server that hangs
 * answers no `maxTimeMS` either, so the caller's patience is kept here. Work that comes too late is left to end alone.
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
