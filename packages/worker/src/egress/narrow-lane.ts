import { withinTime } from '../within-time.js';

/** Gives up on whatever waited too long for its turn. */
class LaneBusy extends Error {
  override readonly name = 'LaneBusy';
}

/** Does one thing at a time. Others wait for a limited time; what hangs blocks this lane and nothing else. */
export const makeNarrowLane = (waitMs: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    let hasLeft = false;
    const turn = last.then(() => (hasLeft ? undefined : work()));
    last = turn.catch(() => undefined);
    const leave = (): never => {
      hasLeft = true;
      throw new LaneBusy();
    };
    return (await withinTime(turn, waitMs, leave)) as Awaited<ReturnType<typeof work>>;
  };
};
