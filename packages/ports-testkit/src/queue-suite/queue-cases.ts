import type { Job } from '@govgate/ports';
import { expectEqual } from '../suite/expect.js';
import { aJob, gate, notingHandlers, type QueueCase, queueCase, SOON_MS } from './queue-bench.js';

/** Every promise of the queue port, as data. */
export const queueCases: readonly QueueCase[] = [
  queueCase('queue-1', 'a job is done once, and its handler gets the ids and nothing else', async (on) => {
    const seen: Job[] = [];
    await on.startWorker(notingHandlers(seen));
    const request = aJob('job_a.1');
    await on.queue.enqueue(request);
    expectEqual(await on.queue.endOf('job_a.1', SOON_MS), 'done');
    expectEqual(seen, [request]);
  }),
  queueCase('queue-2', 'an id that is known is left as it is, waiting or done', async (on) => {
    const seen: Job[] = [];
    await on.queue.enqueue(aJob('job_a.1'));
    await on.queue.enqueue(aJob('job_a.1', { subjectId: 'other' }));
    await on.startWorker(notingHandlers(seen));
    await on.queue.endOf('job_a.1', SOON_MS);
    await on.queue.enqueue(aJob('job_a.1'));
    await on.queue.enqueue(aJob('job_b.1'));
    await on.queue.endOf('job_b.1', SOON_MS);
    expectEqual(
      seen.map(({ jobId, subjectId }) => `${jobId} ${subjectId}`),
      ['job_a.1 subject_1', 'job_b.1 subject_1'],
    );
  }),
  queueCase('queue-3', 'the next generation of the same work is done again', async (on) => {
    const seen: Job[] = [];
    await on.startWorker(notingHandlers(seen));
    for (const jobId of ['job_a.1', 'job_a.2']) {
      await on.queue.enqueue(aJob(jobId));
      expectEqual(await on.queue.endOf(jobId, SOON_MS), 'done');
    }
    expectEqual(
      seen.map(({ jobId }) => jobId),
      ['job_a.1', 'job_a.2'],
    );
  }),
  queueCase('queue-4', 'a handler that throws fails its job, and the queue continues', async (on) => {
    const seen: Job[] = [];
    const fail = async ({ subjectId }: Job): Promise<void> => {
      if (subjectId === 'bad') throw new Error('a planted failure');
    };
    await on.startWorker(notingHandlers(seen, fail));
    await on.queue.enqueue(aJob('job_a.1', { subjectId: 'bad' }));
    await on.queue.enqueue(aJob('job_b.1'));
    expectEqual(await on.queue.endOf('job_a.1', SOON_MS), 'failed');
    expectEqual(await on.queue.endOf('job_b.1', SOON_MS), 'done');
    expectEqual(await on.queue.holds('job_a.1'), false);
    expectEqual(seen.length, 2);
  }),
  queueCase('queue-5', 'the end of a job can be asked for before, during and after it', async (on) => {
    const closed = gate();
    await on.startWorker(notingHandlers([], () => closed.opened));
    const before = on.queue.endOf('job_a.1', SOON_MS);
    await on.queue.enqueue(aJob('job_a.1'));
    const during = on.queue.endOf('job_a.1', SOON_MS);
    expectEqual(await on.queue.endOf('job_a.1', 50), 'pending');
    closed.open();
    expectEqual([await before, await during], ['done', 'done']);
    expectEqual(await on.queue.endOf('job_a.1', 1_000), 'done');
  }),
  queueCase('queue-6', 'a job without a worker waits and is done when one comes', async (on) => {
    const seen: Job[] = [];
    await on.queue.enqueue(aJob('job_a.1'));
    expectEqual(await on.queue.endOf('job_a.1', 50), 'pending');
    expectEqual([await on.queue.hasWorker(), await on.queue.holds('job_a.1')], [false, true]);
    await on.startWorker(notingHandlers(seen));
    expectEqual(await on.queue.endOf('job_a.1', SOON_MS), 'done');
    expectEqual([await on.queue.hasWorker(), await on.queue.holds('job_a.1')], [true, false]);
  }),
  queueCase('queue-7', 'nothing is known about a job that was never handed in', async (on) => {
    expectEqual(await on.queue.endOf('job_z.1', 20), 'pending');
    expectEqual(await on.queue.holds('job_z.1'), false);
  }),
  queueCase(
    'queue-8',
    'a job that takes longer than its limit is signalled to stop and fails',
    async (on) => {
      let stopped = false;
      const run = async (_: Job, signal: { readonly aborted: boolean }): Promise<void> => {
        while (!signal.aborted) await on.delay(10);
        stopped = true;
      };
      await on.startWorker({ note: { timeLimitMs: 100, run } });
      await on.queue.enqueue(aJob('job_a.1'));
      expectEqual(await on.queue.endOf('job_a.1', 3_000), 'failed');
      await on.delay(50);
      expectEqual(stopped, true);
    },
  ),
  queueCase('queue-9', 'a job that nobody can do fails', async (on) => {
    await on.startWorker(notingHandlers([]));
    await on.queue.enqueue(aJob('job_a.1', { job: 'unheard_of' }));
    expectEqual(await on.queue.endOf('job_a.1', SOON_MS), 'failed');
  }),
  queueCase('queue-10', 'a stopping worker finishes its work and leaves the rest to the next', async (on) => {
    const first: Job[] = [];
    const second: Job[] = [];
    const closed = gate();
    const worker = await on.startWorker(
      notingHandlers(first, () => closed.opened),
      1,
    );
    for (const jobId of ['job_a.1', 'job_b.1']) await on.queue.enqueue(aJob(jobId));
    while (first.length === 0) await on.delay(10);
    const stopped = worker.stop();
    closed.open();
    await stopped;
    expectEqual(await on.queue.endOf('job_a.1', SOON_MS), 'done');
    expectEqual(
      first.map(({ jobId }) => jobId),
      ['job_a.1'],
    );
    await on.startWorker(notingHandlers(second));
    expectEqual(await on.queue.endOf('job_b.1', SOON_MS), 'done');
    expectEqual(
      second.map(({ jobId }) => jobId),
      ['job_b.1'],
    );
  }),
  queueCase('queue-11', 'no more jobs run at a time than there is room for', async (on) => {
    let under = 0;
    let most = 0;
    const act = async (): Promise<void> => {
      under += 1;
      most = Math.max(most, under);
      await on.delay(20);
      under -= 1;
    };
    await on.startWorker(notingHandlers([], act), 3);
    const jobIds = Array.from({ length: 12 }, (_, i) => `job_${i}.1`);
    await Promise.all(jobIds.map((jobId) => on.queue.enqueue(aJob(jobId))));
    await Promise.all(jobIds.map((jobId) => on.queue.endOf(jobId, SOON_MS)));
    expectEqual([most > 1, most <= 3], [true, true]);
  }),
  queueCase('queue-12', 'the depth counts what waits and what runs', async (on) => {
    const closed = gate();
    for (const jobId of ['job_a.1', 'job_b.1', 'job_c.1']) await on.queue.enqueue(aJob(jobId));
    expectEqual(await on.queue.depth(), { waiting: 3, active: 0, delayed: 0 });
    await on.startWorker(
      notingHandlers([], () => closed.opened),
      1,
    );
    while ((await on.queue.depth()).active === 0) await on.delay(10);
    expectEqual(await on.queue.depth(), { waiting: 2, active: 1, delayed: 0 });
    closed.open();
    await Promise.all(['job_a.1', 'job_b.1', 'job_c.1'].map((jobId) => on.queue.endOf(jobId, SOON_MS)));
    expectEqual(await on.queue.depth(), { waiting: 0, active: 0, delayed: 0 });
  }),
];
