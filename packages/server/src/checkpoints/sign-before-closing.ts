import type { Container } from 'inversify';
import { ID } from '../modules/identifiers.js';

/** A trail that grew since the last minute is signed in a few milliseconds; a stop must not wait for more. */
const LIMIT_MS = 2_000;

/** Signs what was written since the last checkpoint, so that a process that ends leaves nothing unsigned behind. */
export const signBeforeClosing = async (container: Container): Promise<void> => {
  const stop = { aborted: false };
  const limit = setTimeout(() => {
    stop.aborted = true;
  }, LIMIT_MS);
  try {
    await container.get(ID.signCheckpoints)(stop);
  } catch (fault) {
    container.get(ID.log).failure('the trails could not be signed before closing', fault);
  } finally {
    clearTimeout(limit);
  }
};
