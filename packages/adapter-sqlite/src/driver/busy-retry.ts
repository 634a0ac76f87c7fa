import { setTimeout as pause } from 'node:timers/promises';
import { isBusy } from './sql-error.js';

/** How long one SQLite call may block the event loop waiting for another process. */
export const BUSY_MS = 8;

/** How long a read or write is retried before the store counts as unavailable. */
export const BUSY_LIMIT_MS = 5_000;

/** Waits a random time that grows with each try: processes that collided should not collide again. */
export const pauseBeforeTry = async (tries: number): Promise<void> => {
  const upTo = Math.min(2 + tries * 3, 40);
  await pause(1 + Math.random() * upTo);
};

/** Does some work at once and, while another process is in the way, retries it up to a limit. */
export const retryWhileBusy = async <T>(work: () => T, limitMs = BUSY_LIMIT_MS): Promise<T> => {
  const giveUpAt = performance.now() + limitMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (thrown) {
      if (!isBusy(thrown) || performance.now() >= giveUpAt) throw thrown;
    }
    await pauseBeforeTry(tries);
  }
};
