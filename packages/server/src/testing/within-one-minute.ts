import { setTimeout as delay } from 'node:timers/promises';

const WINDOW_MS = 60_000;

/** Counts are kept by the minute: which one it is. */
export const minuteNow = (): number => Math.floor(Date.now() / WINDOW_MS);

/** Counts are kept by the minute: waits for the next one where a test would run past the end of this one. */
export const withinOneMinute = async (needsMs: number): Promise<void> => {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < needsMs) await delay(left + 50);
};
