import type { Job, JobHandlers, JobQueue, JobWorker } from '@govgate/ports';
import { expectEqual } from '../suite/expect.js';
import type { MakeQueue, QueueHandle } from './queue-bench.js';
import { queueCases } from './queue-cases.js';

/** A queue that breaks one promise, built from one that keeps them all, and the cases that must notice. */
export interface FaultyQueue {
  readonly fault: string;
  readonly noticedBy: readonly string[];
  readonly spoil: (handle: QueueHandle) => QueueHandle;
}

let made = 0;

/** Queues that an effective suite must refuse. */
export const faultyQueues: readonly FaultyQueue[] = [
  {
    fault: 'runs every hand-in again',
    noticedBy: ['queue-2'],
    spoil: (handle) => {
      const latest = new Map<string, string>();
      return withQueue(handle, {
        enqueue: async (request) => {
          made += 1;
          const jobId = `${request.jobId}_${made}`;
          latest.set(request.jobId, jobId);
          await handle.queue.enqueue({ ...request, jobId });
        },
        endOf: (jobId, waitMs) => handle.queue.endOf(latest.get(jobId) ?? jobId, waitMs),
      });
    },
  },
  {
    fault: 'calls a failure done',
    noticedBy: ['queue-4', 'queue-8', 'queue-9'],
    spoil: (handle) =>
      withQueue(handle, {
        endOf: async (jobId, waitMs) => {
          const end = await handle.queue.endOf(jobId, waitMs);
          return end === 'failed' ? 'done' : end;
        },
      }),
  },
  {
    fault: 'forgets what a job is about',
    noticedBy: ['queue-1'],
    spoil: (handle) =>
      withHandlers(
        handle,
        (handler) =>
          handler && {
            ...handler,
            run: (job: Job, signal) => handler.run({ ...job, subjectId: '' }, signal),
          },
      ),
  },
  {
    fault: 'never signals a handler to stop',
    noticedBy: ['queue-8'],
    spoil: (handle) =>
      withHandlers(handle, (handler) => handler && { ...handler, timeLimitMs: handler.timeLimitMs * 1_000 }),
  },
];

/** Runs the cases that must notice a fault against a queue that has it; rejects when one of them does not. */
export const expectNoticed = async (faulty: FaultyQueue, makeQueue: MakeQueue): Promise<void> => {
  const unnoticed: string[] = [];
  for (const { id, run } of queueCases.filter((one) => faulty.noticedBy.includes(one.id))) {
    const passed = await run(async () => faulty.spoil(await makeQueue())).then(
      () => true,
      () => false,
    );
    if (passed) unnoticed.push(id);
  }
  expectEqual(unnoticed, [], `cases that do not notice a queue that ${faulty.fault}`);
};

const withQueue = (handle: QueueHandle, over: Partial<JobQueue>): QueueHandle => {
  const { queue } = handle;
  const whole: JobQueue = {
    enqueue: (request) => queue.enqueue(request),
    endOf: (jobId, waitMs) => queue.endOf(jobId, waitMs),
    holds: (jobId) => queue.holds(jobId),
    hasWorker: () => queue.hasWorker(),
    depth: () => queue.depth(),
    check: () => queue.check(),
    close: () => queue.close(),
  };
  return { ...handle, queue: { ...whole, ...over } };
};

const withHandlers = (
  handle: QueueHandle,
  wrap: (run: JobHandlers['note']) => JobHandlers['note'],
): QueueHandle => ({
  ...handle,
  startWorker: (handlers, concurrency): Promise<JobWorker> =>
    handle.startWorker(
      Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, wrap(handler) ?? handler])),
      concurrency,
    ),
});
