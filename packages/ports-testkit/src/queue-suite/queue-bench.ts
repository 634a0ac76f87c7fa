import type { Job, JobHandlers, JobQueue, JobWorker } from '@govgate/ports';

/** An empty queue without a worker. */
export interface QueueHandle {
  readonly queue: JobQueue;
  /** Starts a worker with room for this many jobs at a time. */
  readonly startWorker: (handlers: JobHandlers, concurrency?: number) => Promise<JobWorker>;
  readonly delay: (ms: number) => Promise<void>;
  dispose(): Promise<void>;
}

export type MakeQueue = () => Promise<QueueHandle>;

/** One promise of the port and how to see that it is kept. */
export interface QueueCase {
  readonly id: string;
  readonly promise: string;
  run(makeQueue: MakeQueue): Promise<void>;
}

/** Declares a case; the queue is created before and released afterwards, whatever happens. */
export const queueCase = (
  id: string,
  promise: string,
  check: (handle: QueueHandle) => Promise<void>,
): QueueCase => ({
  id,
  promise,
  run: async (makeQueue) => {
    const handle = await makeQueue();
    try {
      await check(handle);
    } finally {
      await handle.dispose();
    }
  },
});

/** A job of the kind `note`. */
export const aJob = (jobId: string, given: Partial<Job> = {}): Job => ({
  job: 'note',
  jobId,
  tenantId: 'acme',
  environmentId: 'production',
  subjectId: 'subject_1',
  requestId: 'req_1',
  ...given,
});

/** Handlers that keep what they were given, and fail on demand. */
export const notingHandlers = (
  seen: Job[],
  act: (job: Job) => Promise<void> = async () => undefined,
): JobHandlers => ({
  note: {
    timeLimitMs: 10_000,
    run: async (job) => {
      seen.push(job);
      await act(job);
    },
  },
});

/** Something that one part waits for and another opens. */
export const gate = (): { readonly opened: Promise<void>; open(): void } => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
};

/** Long enough for any adapter to end a short job. */
export const SOON_MS = 10_000;
