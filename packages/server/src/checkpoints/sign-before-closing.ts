import type { Service } from '../service.js';

/** A trail that grew since the last minute is signed in a few milliseconds; a stop must not wait longer. */
const LIMIT_MS = 2_000;

/** Signs what was written since the last checkpoint, so that a process leaves nothing unsigned when it ends. */
export const signBeforeClosing = async ({
  signCheckpoints,
  log,
}: Pick<Service, 'signCheckpoints' | 'log'>): Promise<void> => {
  const stop = { aborted: false };
  const limit = setTimeout(() => {
    stop.aborted = true;
  }, LIMIT_MS);
  try {
    await signCheckpoints(stop);
  } catch (fault) {
    log.failure('the trails could not be signed before closing', fault);
  } finally {
    clearTimeout(limit);
  }
};
