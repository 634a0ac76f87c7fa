/** What the client needs of time and chance; tests bring their own. */
export interface Timing {
  /** Milliseconds that only grow. */
  now(): number;
  /** Calls back after so many milliseconds, unless what it gives is called before. */
  after(ms: number, then: () => void): () => void;
  /** From 0 to 1. */
  random(): number;
}

export const systemTiming: Timing = {
  now: () => performance.now(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Waits; a signal that is aborted ends it with the signal's reason. */
export const pause = (timing: Timing, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const leave = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = timing.after(ms, () => {
      signal.removeEventListener('abort', leave);
      resolve();
    });
    signal.addEventListener('abort', leave, { once: true });
  });
