import type { Timing } from '../timing.js';

/** Time that passes only while somebody waits for it. */
export interface FakeTiming extends Timing {
  /** The duration of each wait. */
  readonly waited: readonly number[];
  /** Returns the result of some work, and lets the earliest wait end whenever nothing else is running. */
  run<T>(work: Promise<T>): Promise<T>;
}

interface Timer {
  readonly at: number;
  readonly then: () => void;
}

export const makeFakeTiming = (): FakeTiming => {
  let now = 0;
  const waiting = new Set<Timer>();
  const waited: number[] = [];
  const passTime = (): void => {
    const [next] = [...waiting].sort((a, b) => a.at - b.at);
    if (next === undefined) return;
    waiting.delete(next);
    waited.push(next.at - now);
    now = next.at;
    next.then();
  };
  return {
    now: () => now,
    random: () => 1,
    after: (ms, then) => {
      const one = { at: now + ms, then };
      waiting.add(one);
      return () => waiting.delete(one);
    },
    waited,
    run: async (work) => {
      let isDone = false;
      const end = (): void => {
        isDone = true;
      };
      work.then(end, end);
      while (!isDone) {
        // Whatever can proceed without time passing proceeds first.
        for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
        if (!isDone) passTime();
      }
      return work;
    },
  };
};
