import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobWorker } from '@govgate/ports';
import { runQueueSuite } from '@govgate/ports-testkit';
import { describe, it } from 'mocha';
import { describeWithRedis } from '../../../../tools/test-services/require-service.js';
import { makeBullQueue } from './bull-queue.js';
import { startBullWorker } from './bull-worker.js';
import { becomesReady } from './redis-link.js';

describeWithRedis('BullMQ', (url) => {
  runQueueSuite({ describe, it }, 'the queue in Redis', async () => {
    const place = { url, prefix: `test_${randomUUID().slice(0, 8)}` };
    const queue = makeBullQueue(place);
    const workers: JobWorker[] = [];
    queue.open();
    await becomesReady(queue.redis, 5_000);
    return {
      queue,
      startWorker: async (handlers, concurrency = 10) => {
        const worker = startBullWorker(place, handlers, { concurrency, stopMs: 2_000 });
        workers.push(worker);
        while (!(await queue.hasWorker())) await delay(10);
        return worker;
      },
      delay,
      dispose: async () => {
        await Promise.all(workers.map((worker) => worker.stop()));
        await (await queue.bull()).obliterate({ force: true });
        await queue.close();
      },
    };
  });
});
