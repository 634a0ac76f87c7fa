import { setTimeout as pause } from 'node:timers/promises';
import {
  type BuiltRange,
  type IndexWork,
  nextIndexWork,
  RangeBuilder,
  type RangePlan,
  type StopSignal,
  TRAIL_LEVELS,
  type TrailLevel,
} from '@govgate/ports';
import type { SqlDriver } from '../driver/sql-driver.js';
import type { WriteQueue } from '../write/write-queue.js';
import type { ReadAccess } from './read-access.js';
import type { LongWalks } from './stored-events.js';
import {
  addRange,
  eventsToIndex,
  firstOf,
  type NumberedRange,
  rangesOf,
  removeRanges,
} from './trail-index.js';

/** Events read in a turn of the event loop, and the pause between turns, in milliseconds: callers come first. */
const SLICE = 512;
const REST_MS = 1;

const LAST = 'SELECT sequence FROM tenant_heads WHERE tenant_id = ?';

interface IndexerDeps {
  readonly reads: ReadAccess;
  readonly queue: WriteQueue;
  readonly longWalks: LongWalks;
  readonly levels?: readonly TrailLevel[] | undefined;
}

/** Keeps the bitmap indexes of trails up with them, behind the commits and in steps: killed at any of them, it goes on from there. */
export class TrailIndexer {
  readonly #levels: readonly TrailLevel[];
  readonly #smallest: number;
  /** By tenant: how far its trail had come when it was last looked at. */
  readonly #seen = new Map<string, number>();
  readonly #running = new Map<string, Promise<void>>();
  #closed = false;

  constructor(private readonly deps: IndexerDeps) {
    this.#levels = deps.levels ?? TRAIL_LEVELS;
    this.#smallest = this.#levels[0]?.size ?? Number.POSITIVE_INFINITY;
  }

  /** Told of each commit. Lists are right, if slower, without what fails here: the next range or the next look makes up for it. */
  grown(tenantId: string, lastSequence: number): void {
    const whole = lastSequence - (lastSequence % this.#smallest);
    if (whole <= (this.#seen.get(tenantId) ?? 0)) return;
    this.#seen.set(tenantId, whole);
    this.index(tenantId).catch(() => undefined);
  }

  /** Resolves when nothing is left to do, or a stop is asked for. */
  index(tenantId: string, stop?: StopSignal): Promise<void> {
    const before = this.#running.get(tenantId) ?? Promise.resolve();
    const run = before
      .catch(() => undefined)
      .then(() => this.#keepUp(tenantId, stop))
      .finally(() => {
        if (this.#running.get(tenantId) === run) this.#running.delete(tenantId);
      });
    this.#running.set(tenantId, run);
    return run;
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running.values());
  }

  async #keepUp(tenantId: string, stop: StopSignal | undefined): Promise<void> {
    while (!this.#isStopped(stop)) {
      const work = await this.#nextWork(tenantId);
      if (work === undefined) return;
      if ('remove' in work) await this.#write((driver) => removeRanges(driver, work.remove));
      else {
        const built = await this.#build(tenantId, work.build, stop);
        if (built !== undefined) await this.#write((driver) => addRange(driver, tenantId, built));
      }
      await pause(REST_MS);
    }
  }

  #nextWork(tenantId: string): Promise<IndexWork<NumberedRange> | undefined> {
    return this.deps.reads.run((driver) => {
      const ranges = rangesOf(driver, tenantId);
      const firstSequence = firstOf(driver, tenantId) ?? Number.POSITIVE_INFINITY;
      const lastSequence = (driver.prepare(LAST).get([tenantId])?.[0] ?? 0) as number;
      return nextIndexWork({ firstSequence, lastSequence, ranges }, this.#levels);
    });
  }

  /** Undefined: it was stopped. */
  async #build(
    tenantId: string,
    { first, level }: RangePlan,
    stop: StopSignal | undefined,
  ): Promise<BuiltRange | undefined> {
    const builder = new RangeBuilder(first, level);
    for (let done = 0; done < level.size; done += SLICE) {
      if (this.#isStopped(stop)) return undefined;
      if (done > 0) await pause(REST_MS);
      const slice = { first: first + done, count: Math.min(SLICE, level.size - done) };
      builder.add(await this.#readsFor(level).run((driver) => eventsToIndex(driver, tenantId, slice)));
    }
    return builder.build();
  }

  // A small range was just written, and is still in memory; a large one would push out what others read.
  #readsFor(level: TrailLevel): ReadAccess {
    return level === this.#levels[0] ? this.deps.reads : this.deps.longWalks.open();
  }

  #write(work: (driver: SqlDriver) => void): Promise<void> {
    return this.deps.queue.add(({ driver }) => {
      work(driver);
      return { keep: true, answer: undefined };
    });
  }

  #isStopped(stop: StopSignal | undefined): boolean {
    return this.#closed || stop?.aborted === true;
  }
}
