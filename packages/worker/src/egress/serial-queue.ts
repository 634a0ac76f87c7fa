import { withinTime } from '../within-time.js';

/** Something waited too long in the queue. */
class QueueBusy extends Error {
  override readonly name = 'QueueBusy';
}

/** Does one thing at a time. Others wait for a limited time; what hangs blocks this queue and nothing else. */
export const makeSerialQueue = (waitMs: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    let hasLeft = false;
    const attempt = last.then(() => (hasLeft ? undefined : work()));
    last = attempt.catch(() => undefined);
    const leave = (): never => {
      hasLeft = true;
      throw new QueueBusy();
    };
    return (await withinTime(attempt, waitMs, leave)) as Awaited<ReturnType<typeof work>>;
  };
};
