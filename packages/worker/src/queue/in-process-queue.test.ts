import { setTimeout as delay } from 'node:timers/promises';
import { runQueueSuite } from '@govgate/ports-testkit';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { makeInProcessQueue } from './in-process-queue.js';

runQueueSuite({ describe, it }, 'the queue inside the process', async () => {
  const queue = makeInProcessQueue();
  return {
    queue,
    startWorker: async (handlers, concurrency = 10) => queue.work(handlers, { concurrency }),
    delay,
    dispose: () => queue.close(),
  };
});

describe('the queue inside the process', () => {
  it('does not wait forever for a job that will not end', async () => {
    const queue = makeInProcessQueue();
    const worker = queue.work(
      { stuck: { timeLimitMs: 60_000, run: () => new Promise(() => undefined) } },
      { concurrency: 1, stopMs: 30 },
    );
    await queue.enqueue({
      job: 'stuck',
      jobId: 'job_a.1',
      tenantId: 'acme',
      environmentId: null,
      subjectId: '',
      requestId: 'req_1',
    });
    const startedAt = performance.now();
    await worker.stop();
    // It waited for its limit of 30 ms, not for the minute of the job.
    expect(performance.now() - startedAt).to.be.below(30_000);
  });
});
