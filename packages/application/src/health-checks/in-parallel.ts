import type { StopSignal } from '@govgate/ports';

/** Does something with each item, so many at a time, until the signal is set. Gives how many were begun. */
export const inParallel = async <T>(
  items: readonly T[],
  limit: number,
  signal: StopSignal,
  act: (item: T) => Promise<void>,
): Promise<number> => {
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < items.length && !signal.aborted) {
      const item = items[next] as T;
      next += 1;
      await act(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runner));
  return next;
};
