import { setTimeout as delay } from 'node:timers/promises';
import { expectNoticed, faultyQueues } from '@govgate/ports-testkit';
import { makeInProcessQueue } from './in-process-queue.js';

describe('the queue suite', function () {
  // A fault can show as a job that never ends.
  this.timeout(60_000);

  for (const faulty of faultyQueues) {
    it(`notices a queue that ${faulty.fault}`, () =>
      expectNoticed(faulty, async () => {
        const queue = makeInProcessQueue();
        return {
          queue,
          startWorker: async (handlers, concurrency = 10) => queue.work(handlers, { concurrency }),
          delay,
          dispose: () => queue.close(),
        };
      }));
  }
});
