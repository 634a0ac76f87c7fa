/**
 * Jobs through the queue beside bare BullMQ, in interleaved rounds over a Redis of its own: jobs a second from the first
 * hand-in to the last end, and CPU time of the process for each. Run: `node --import tsx --conditions=@govgate/source
 * tools/bench/jobs.ts [jobs] [rounds]`. It measures and asserts nothing.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { becomesReady, makeBullQueue, startBullWorker } from '@govgate/worker/redis';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { startRedis } from '../test-services/redis-server.js';
import { median } from './median.js';

const CONCURRENCY = 50;
const [given = '20000', rounds = '5', mode = 'compare', url = ''] = process.argv.slice(2);
const jobs = Number(given);

interface Figures {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

type HandIn = (index: number) => Promise<unknown>;

/** Hands all jobs in, so many at a time, and gives the figures when the last one is done. */
const measure = async (handIn: HandIn, allDone: Promise<void>): Promise<Figures> => {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < jobs) {
      next += 1;
      await handIn(next);
    }
  };
  await Promise.all([...Array.from({ length: CONCURRENCY }, runner), allDone]);
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: Math.round(jobs / ((performance.now() - startedAt) / 1_000)),
    cpuMicros: Math.round((user + system) / jobs),
  };
};

const counter = (): { readonly count: () => void; readonly all: Promise<void> } => {
  let done = 0;
  let finish: () => void = () => undefined;
  const all = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const count = (): void => {
    done += 1;
    if (done === jobs) finish();
  };
  return { count, all };
};

const idsOf = (i: number) => ({
  tenantId: 'acme',
  environmentId: 'production',
  subjectId: `job_${i}`,
  requestId: `req_${i}`,
});

const bare = async (): Promise<Figures> => {
  const { count, all } = counter();
  const connection = new Redis(url, { maxRetriesPerRequest: null });
  const queue = new Queue('bare', {
    connection,
    defaultJobOptions: { removeOnComplete: { age: 60, count: 1_000 } },
  });
  const worker = new Worker('bare', async () => count(), {
    connection: connection.duplicate(),
    concurrency: CONCURRENCY,
  });
  await worker.waitUntilReady();
  return measure((i) => queue.add('note', idsOf(i), { jobId: `bare_${i}.1` }), all);
};

const product = async (): Promise<Figures> => {
  const { count, all } = counter();
  const place = { url };
  const queue = makeBullQueue(place);
  queue.open();
  await becomesReady(queue.redis, 5_000);
  const handlers = { note: { timeLimitMs: 20_000, run: async () => count() } };
  startBullWorker(place, handlers, { concurrency: CONCURRENCY });
  while (!(await queue.hasWorker())) await new Promise((resolve) => setTimeout(resolve, 10));
  return measure((i) => queue.enqueue({ job: 'note', jobId: `job_${i}.1`, ...idsOf(i) }), all);
};

const runIn = async (name: string): Promise<Figures> => {
  const redis = await startRedis();
  const child = fork(process.argv[1] ?? '', [given, rounds, name, redis.url]);
  const [figures] = await once(child, 'message');
  await redis.dispose();
  return figures as Figures;
};

const compare = async (): Promise<void> => {
  const found: Record<string, Figures[]> = { bare: [], product: [] };
  for (let round = 0; round < Number(rounds); round += 1)
    for (const name of ['bare', 'product']) found[name]?.push(await runIn(name));
  const of = (name: string, figure: keyof Figures): number =>
    median((found[name] ?? []).map((one) => one[figure]));
  for (const name of ['bare', 'product'])
    console.log(`${name}: ${of(name, 'perSecond')} jobs/s, ${of(name, 'cpuMicros')} us CPU a job`);
  console.log(
    `share of bare BullMQ: ${(of('product', 'perSecond') / of('bare', 'perSecond')).toFixed(2)} (goal 0.6)`,
  );
};

if (mode === 'compare') await compare();
else {
  process.send?.(mode === 'bare' ? await bare() : await product());
  process.disconnect();
  process.exit(0);
}
