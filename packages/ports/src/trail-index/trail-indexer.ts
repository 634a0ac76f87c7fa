import { AUDIT_EVENT, type AuditPage, type TrailBehind } from '../audit-trail.js';
import { PortUnavailable } from '../errors.js';
import type { StopSignal } from '../job-queue.js';
import { LIST_WAITS_MS, NotYetWhole } from '../stored-form.js';
import { type IndexedTrail, type IndexWork, nextIndexWork, type RangePlan, unindexed } from './index-work.js';
import { type BuiltRange, type IndexedEvents, RangeBuilder } from './range-builder.js';
import { TRAIL_LEVELS, type TrailLevel, type TrailRange } from './trail-range.js';

/** Events of a trail to read for a range. */
export interface IndexSlice {
  readonly first: number;
  readonly count: number;
  /** The range is one of those right behind the commits: its events were just written. */
  readonly isFresh: boolean;
}

/** What the indexer needs of a store. */
export interface IndexStore<R extends TrailRange> {
  /** What there is of a tenant's trail, and of its index. */
  readonly trail: (tenantId: string) => Promise<IndexedTrail<R>>;
  readonly events: (tenantId: string, slice: IndexSlice) => Promise<IndexedEvents>;
  /** Adds a range with its bitmaps, together or not at all, unless it is there. */
  readonly add: (tenantId: string, built: BuiltRange) => Promise<void>;
  readonly remove: (tenantId: string, ranges: readonly R[]) => Promise<void>;
  /** Yields to the rest of the process. */
  readonly rest: () => Promise<unknown>;
  /** Calls back after so many milliseconds, unless what it returns is called before. */
  readonly wakeAfter: (ms: number, wake: () => void) => () => void;
}

/** What tests set otherwise. */
export interface IndexerOptions {
  readonly levels?: readonly TrailLevel[] | undefined;
  /** How long a list waits for the index. */
  readonly listWaitsMs?: number | undefined;
}

/** How a run ended that did not fail. */
type RunEnd = 'whole' | 'stopped' | 'closed';

/** Events read in a turn of the event loop. */
const SLICE = 512;

/** How many of the smallest ranges a list walks, and a few milliseconds with them, before it rather waits for the index. */
const WALKED_RANGES = 16;

/** Keeps the bitmap indexes of trails up with them, behind the commits and in steps: killed at any of them, it goes on from there. */
export class TrailIndexer<R extends TrailRange> {
  readonly #levels: readonly TrailLevel[];
  readonly #smallest: number;
  /** Events that a list walks rather than wait. */
  readonly #fewToWalk: number;
  readonly #listWaitsMs: number;
  /** By tenant: how far its trail had come when it was last looked at. */
  readonly #seen = new Map<string, number>();
  readonly #running = new Map<string, Promise<RunEnd>>();
  readonly #behind = new Map<string, TrailBehind>();
  #closed = false;

  constructor(
    private readonly store: IndexStore<R>,
    { levels = TRAIL_LEVELS, listWaitsMs = LIST_WAITS_MS }: IndexerOptions = {},
  ) {
    this.#levels = levels;
    this.#smallest = levels[0]?.size ?? Number.POSITIVE_INFINITY;
    this.#fewToWalk = WALKED_RANGES * this.#smallest;
    this.#listWaitsMs = listWaitsMs;
  }

  /** The trails whose lists wait for the index, as they were at this process's last look. */
  behind(): readonly TrailBehind[] {
    return [...this.#behind.values()];
  }

  /** Told of each commit. Lists are right, if slower, without what fails here: the next range or the next look makes up for it. */
  grown(tenantId: string, lastSequence: number): void {
    const whole = lastSequence - (lastSequence % this.#smallest);
    if (whole <= (this.#seen.get(tenantId) ?? 0)) return;
    this.#seen.set(tenantId, whole);
    this.index(tenantId).catch(() => undefined);
  }

  /** Resolves when nothing is left to do, or a stop is asked for. */
  async index(tenantId: string, stop?: StopSignal): Promise<void> {
    await this.#run(tenantId, stop);
  }

  #run(tenantId: string, stop?: StopSignal): Promise<RunEnd> {
    const before: Promise<unknown> = this.#running.get(tenantId) ?? Promise.resolve();
    const run = before
      .catch(() => undefined)
      .then(() => this.#keepUp(tenantId, stop))
      .finally(() => {
        if (this.#running.get(tenantId) === run) this.#running.delete(tenantId);
      });
    this.#running.set(tenantId, run);
    return run;
  }

  /**
   * A page of a trail. `read` is told how many events it may walk by sequence, and gives none where there are more: the index
   * is brought up with the trail first, so that an old store that was just opened holds nobody up.
   *
   * @throws PortUnavailable because of `NotYetWhole`: that takes too long to wait for. It goes on, and a later call finds it done.
   */
  async page(
    tenantId: string,
    read: (mostWalked: number) => Promise<AuditPage | undefined>,
  ): Promise<AuditPage> {
    for (let mostWalked = this.#fewToWalk; ; mostWalked = Number.POSITIVE_INFINITY) {
      const page = await read(mostWalked);
      if (page !== undefined) return page;
      await this.#waitForIndex(tenantId);
    }
  }

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#running.values());
  }

  async #waitForIndex(tenantId: string): Promise<void> {
    let forget: () => void = () => undefined;
    const late = new Promise<'late'>((resolve) => {
      forget = this.store.wakeAfter(this.#listWaitsMs, () => resolve('late'));
    });
    try {
      // A job that had to stop leaves work behind: the list goes on with it.
      for (let end: RunEnd | 'failed' | 'late' = 'stopped'; end === 'stopped'; ) {
        // Whatever fails there, the list is right: it is walked.
        const run = (this.#running.get(tenantId) ?? this.#run(tenantId)).catch(() => 'failed' as const);
        end = await Promise.race([run, late]);
        if (end === 'late') throw new PortUnavailable('store', { cause: new NotYetWhole(AUDIT_EVENT) });
      }
    } finally {
      forget();
    }
  }

  async #keepUp(tenantId: string, stop: StopSignal | undefined): Promise<RunEnd> {
    while (!this.#isStopped(stop)) {
      const trail = await this.store.trail(tenantId);
      this.#noteBehind(tenantId, trail);
      const work = nextIndexWork(trail, this.#levels);
      if (work === undefined) return 'whole';
      await this.#do(tenantId, work, stop);
      await this.store.rest();
    }
    return this.#closed ? 'closed' : 'stopped';
  }

  #noteBehind(tenantId: string, trail: IndexedTrail<R>): void {
    const left = unindexed(trail);
    if (left <= this.#fewToWalk) this.#behind.delete(tenantId);
    else this.#behind.set(tenantId, { tenantId, left });
  }

  async #do(tenantId: string, work: IndexWork<R>, stop: StopSignal | undefined): Promise<void> {
    if ('remove' in work) return this.store.remove(tenantId, work.remove);
    const built = await this.#build(tenantId, work.build, stop);
    if (built !== undefined) await this.store.add(tenantId, built);
  }

  /** Undefined: it was stopped. */
  async #build(
    tenantId: string,
    { first, level }: RangePlan,
    stop: StopSignal | undefined,
  ): Promise<BuiltRange | undefined> {
    const builder = new RangeBuilder(first, level);
    const isFresh = level === this.#levels[0];
    for (let done = 0; done < level.size; done += SLICE) {
      if (this.#isStopped(stop)) return undefined;
      if (done > 0) await this.store.rest();
      const count = Math.min(SLICE, level.size - done);
      builder.add(await this.store.events(tenantId, { first: first + done, count, isFresh }));
    }
    return builder.build();
  }

  #isStopped(stop: StopSignal | undefined): boolean {
    return this.#closed || stop?.aborted === true;
  }
}
