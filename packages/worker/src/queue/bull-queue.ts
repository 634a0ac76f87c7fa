import type { Job, JobEnd, JobQueue, QueueDepth } from '@govgate/ports';
import { PortUnavailable } from '@govgate/ports';
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { endWithin } from '../within-time.js';
import { keysOf, QUEUE_NAME, REMOVAL, type RedisLocation } from './bull-names.js';
import { payloadOf } from './bull-payload.js';
import { RecentEnds } from './recent-ends.js';
import { isGoodEnough, producerConnection, query, redisVersion, workerConnection } from './redis-link.js';

/** A queue in Redis: the side that enqueues jobs and asks about them. */
export interface BullQueue extends JobQueue {
  readonly redis: Redis;
  /** Starts connecting; until then, and while Redis is unreachable, every call is refused. */
  open(): void;
  /** The queue itself, for schedules. */
  bull(): Promise<Queue>;
}

const HELD = new Set(['waiting', 'active', 'delayed', 'prioritized', 'waiting-children', 'paused']);
const ENDS: Readonly<Record<string, JobEnd>> = { completed: 'done', failed: 'failed' };
const EVENTS_MS = 2_000;

class RedisJobQueue implements BullQueue {
  readonly redis: Redis;
  readonly #place: RedisLocation;
  readonly #ends = new RecentEnds();
  #bull: Promise<Queue> | undefined;
  #events: Promise<QueueEvents> | undefined;
  #eventsLink: Redis | undefined;

  constructor(place: RedisLocation) {
    this.#place = place;
    this.redis = producerConnection(place.url);
  }

  open(): void {
    // The connection retries by itself; its state shows in every answer.
    this.redis.connect().catch(() => undefined);
  }

  // Created when Redis is first reachable: BullMQ waits for a connection indefinitely.
  bull(): Promise<Queue> {
    if (this.redis.status !== 'ready') return Promise.reject(new PortUnavailable('queue'));
    this.#bull ??= this.#open().catch((fault) => {
      this.#bull = undefined;
      throw fault;
    });
    return this.#bull;
  }

  async #open(): Promise<Queue> {
    const queue = new Queue(QUEUE_NAME, {
      connection: this.redis,
      prefix: keysOf(this.#place).prefix,
      defaultJobOptions: REMOVAL,
      streams: { events: { maxLen: 5_000 } },
    });
    queue.on('error', () => undefined);
    await queue.waitUntilReady();
    return queue;
  }

  enqueue({ job, jobId, ...ids }: Job): Promise<void> {
    return this.#ask(async (bull) => void (await bull.add(job, payloadOf(ids), { jobId })));
  }

  async endOf(jobId: string, waitMs: number): Promise<JobEnd | 'pending'> {
    const waiting = this.#ends.wait(jobId, waitMs);
    return this.#ask(async (bull) => {
      await this.#listen(waitMs);
      const ended = ENDS[await bull.getJobState(jobId)];
      if (ended === undefined) return waiting;
      this.#ends.record(jobId, ended);
      return ended;
    });
  }

  holds(jobId: string): Promise<boolean> {
    return this.#ask(async (bull) => HELD.has(await bull.getJobState(jobId)));
  }

  hasWorker(): Promise<boolean> {
    return query(this.redis, async () => (await this.redis.exists(keysOf(this.#place).alive)) === 1);
  }

  depth(): Promise<QueueDepth> {
    return this.#ask(async (bull) => {
      const {
        waiting = 0,
        active = 0,
        delayed = 0,
      } = await bull.getJobCounts('waiting', 'active', 'delayed');
      return { waiting, active, delayed };
    });
  }

  check(): Promise<void> {
    return query(this.redis, async () => {
      if (!isGoodEnough(await redisVersion(this.redis))) throw new Error('this Redis is too old');
    });
  }

  async close(): Promise<void> {
    this.#ends.release();
    const [events, bull] = [
      await this.#events?.catch(() => undefined),
      await this.#bull?.catch(() => undefined),
    ];
    await events?.close().catch(() => undefined);
    await bull?.close().catch(() => undefined);
    // BullMQ leaves connections it was given open, and an open one keeps the process alive.
    this.#eventsLink?.disconnect();
    this.redis.disconnect();
  }

  async #ask<T>(question: (bull: Queue) => Promise<T>): Promise<T> {
    return query(this.redis, async () => question(await this.bull()));
  }

  // The first waiting caller starts the listening; a process that only enqueues has no such connection.
  async #listen(waitMs: number): Promise<void> {
    this.#events ??= this.#openEvents().catch((fault) => {
      this.#events = undefined;
      throw fault;
    });
    const ready = this.#events.then((events) => events.waitUntilReady());
    await endWithin(ready, Math.min(waitMs, EVENTS_MS));
  }

  async #openEvents(): Promise<QueueEvents> {
    this.#eventsLink = workerConnection(this.#place.url);
    const events = new QueueEvents(QUEUE_NAME, {
      connection: this.#eventsLink,
      prefix: keysOf(this.#place).prefix,
    });
    events.on('error', () => undefined);
    events.on('completed', ({ jobId }) => this.#ends.record(jobId, 'done'));
    events.on('failed', ({ jobId }) => this.#ends.record(jobId, 'failed'));
    return events;
  }
}

/** Makes the producer side of a queue in Redis. While Redis is unreachable, every call but `close` rejects at once. */
export const makeBullQueue = (place: RedisLocation): BullQueue => new RedisJobQueue(place);
