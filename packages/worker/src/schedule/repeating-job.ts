/** A job this process runs repeatedly. */
export interface RepeatingJob {
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
}

export interface RepeatingJobOptions {
  readonly name: string;
  /** Time between the starts of two runs. They never overlap: a longer one is followed after a tenth of this. */
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  readonly onFailure: (fault: unknown) => void;
  /** Random share of the interval added or subtracted, so that processes do not run in step. */
  readonly jitter?: number;
  /** 0 to 1; for tests. */
  readonly random?: () => number;
}

/** Runs a job by the clock: jittered, never overlapping, continuing after failures. The timer does not keep the process alive. */
export const makeRepeatingJob = (options: RepeatingJobOptions): RepeatingJob => {
  const { everyMs, jitter = 0.1, random = Math.random } = options;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const plan = (tookMs: number): void => {
    if (stopped) return;
    const pauseMs = everyMs * (1 + jitter * (2 * random() - 1)) - tookMs;
    timer = setTimeout(runOnce, Math.max(pauseMs, everyMs / 10));
    timer.unref();
  };
  const runOnce = (): void => {
    const startedAt = performance.now();
    running = options
      .run()
      .catch(options.onFailure)
      .finally(() => plan(performance.now() - startedAt));
  };
  plan(0);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
};
