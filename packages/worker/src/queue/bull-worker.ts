import type { JobHandlers, JobWorker } from '@govgate/ports';
import { type Job as BullJob, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { SCHEDULE, type ScheduledJob } from '../jobs/schedule-table.js';
import { endWithin } from '../within-time.js';
import { keysOf, QUEUE_NAME, REMOVAL, type RedisLocation } from './bull-names.js';
import { type BullPayload, jobOf } from './bull-payload.js';
import type { WorkerOptions } from './in-process-queue.js';
import { workerConnection } from './redis-link.js';
import { runReported } from './run-job.js';

/** The job by which a worker proves that it works. */
export const CANARY: ScheduledJob = { job: 'canary', everyMs: 5_000 };

const ALIVE_MS = 20_000;
const STOP_MS = 25_000;

/** How soon a dead worker's job is taken over: its lock has to expire, and a worker has to notice. */
export interface TakeOver {
  readonly lockMs: number;
  readonly pollEveryMs: number;
}

const TAKE_OVER: TakeOver = { lockMs: 10_000, pollEveryMs: 5_000 };
/** Workers may die during a job any number of times. */
const MOST_TAKE_OVERS = 1_000;

/** How long a round blocks another of the same name, should its worker die. */
const ROUND_MS = 60_000;

const ROUNDS = new Set(SCHEDULE.map(({ job }) => job));

/** A worker in Redis, with its connection for monitoring. */
export interface BullWorker extends JobWorker {
  readonly redis: Redis;
}

/** How a worker in Redis operates. All workers of a queue take over jobs alike. */
export interface BullWorkerOptions extends WorkerOptions {
  readonly takeOver?: TakeOver;
}

/** Runs the jobs of a queue in Redis. Waits for as long as Redis is unreachable. */
export const startBullWorker = (
  place: RedisLocation,
  handlers: JobHandlers,
  options: BullWorkerOptions,
): BullWorker => {
  const keys = keysOf(place);
  const redis = workerConnection(place.url);
  const sayAlive = async (): Promise<void> => void (await redis.set(keys.alive, '1', 'PX', ALIVE_MS));
  const all: JobHandlers = { ...handlers, [CANARY.job]: { timeLimitMs: 5_000, run: sayAlive } };
  const work = async (taken: BullJob<BullPayload>, _token?: string, signal?: AbortSignal): Promise<void> => {
    const job = jobOf(taken.name, taken.id ?? '', taken.data);
    const lease = ROUNDS.has(job.job) ? keys.round(`${job.job}-${job.subjectId}`) : undefined;
    if (lease !== undefined && !(await takeLease(redis, lease, job.jobId))) return;
    try {
      await runReported(all, job, { report: options.report ?? (() => undefined), outer: signal });
    } finally {
      if (lease !== undefined) await redis.del(lease);
    }
  };
  const { lockMs, pollEveryMs } = options.takeOver ?? TAKE_OVER;
  const worker = new Worker<BullPayload>(QUEUE_NAME, work, {
    connection: redis,
    prefix: keys.prefix,
    concurrency: options.concurrency,
    lockDuration: lockMs,
    stalledInterval: pollEveryMs,
    maxStalledCount: MOST_TAKE_OVERS,
    ...REMOVAL,
  });
  worker.on('error', () => undefined);
  // Another worker has the job by now.
  worker.on('lockRenewalFailed', (jobIds) => jobIds.forEach((jobId) => void worker.cancelJob(jobId)));
  worker.on('ready', () => void sayAlive().catch(() => undefined));
  return { redis, stop: () => stop({ worker, redis, alive: keys.alive }, options.stopMs ?? STOP_MS) };
};

// A round taken over from a dead worker has the same id and continues under the same lease.
const takeLease = async (redis: Redis, lease: string, jobId: string): Promise<boolean> =>
  (await redis.set(lease, jobId, 'PX', ROUND_MS, 'NX')) === 'OK' || (await redis.get(lease)) === jobId;

interface Running {
  readonly worker: Worker<BullPayload>;
  readonly redis: Redis;
  readonly alive: string;
}

const stop = async ({ worker, redis, alive }: Running, stopMs: number): Promise<void> => {
  const closed = endWithin(
    worker.close().catch(() => undefined),
    stopMs,
  );
  // The other workers report again with the next canary.
  if (redis.status === 'ready') await redis.del(alive).catch(() => undefined);
  await closed;
  // A job that did not end in time is abandoned; it stalls, and another worker takes it over.
  await endWithin(
    worker.close(true).catch(() => undefined),
    1_000,
  );
  redis.disconnect();
};
