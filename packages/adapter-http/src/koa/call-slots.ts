import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TenantQueue } from '@govgate/application';

/** Calls in progress at a time: of a tenant, and reads of all together, since each may hold an answer of 4 MB. */
const MOST = { reads: 8, changes: 16, allReads: 32 };

/** Lets the next call begin; called once for each call that began. */
export type Leave = () => void;

/**
 * Lets a tenant have a few calls in progress at a time (docs/spec/conventions.md#limits). Reads that waited go on one in each turn of the
 * event loop, tenant after tenant, as expensive calls do from the beginning: so a tenant that sends hundreds at once delays another's calls
 * by one of them at most. Changes that waited go on together in the next turn, as many as there is room for, and share a commit.
 */
export class CallSlots {
  readonly #byTenant = new Map<string, Slots>();
  readonly #allReads = new Slots(MOST.allReads);

  constructor(private readonly queue: TenantQueue) {}

  /** Resolves when the call may begin; the caller says when it is over. */
  enter(tenantId: string, isRead: boolean, isExpensive: boolean): Leave | Promise<Leave> {
    const key = `${isRead ? 'r' : 'c'} ${tenantId}`;
    const slots = this.#byTenant.get(key) ?? new Slots(isRead ? MOST.reads : MOST.changes);
    this.#byTenant.set(key, slots);
    const taken = isRead ? [slots, this.#allReads] : [slots];
    const leave = (): void => {
      for (const one of taken) one.release();
      if (slots.isIdle) this.#byTenant.delete(key);
    };
    if (!isExpensive && taken.every((one) => one.isFree)) {
      for (const one of taken) one.takeFree();
      return leave;
    }
    const mayBegin = isRead || isExpensive ? () => this.queue.next(tenantId) : () => nextTurn();
    return waitFor(taken, mayBegin).then(() => leave);
  }
}

const waitFor = async (taken: readonly Slots[], mayBegin: () => Promise<void>): Promise<void> => {
  for (const one of taken) await one.take();
  await mayBegin();
};

/** A number of places; whoever finds none free waits, first come first served. */
class Slots {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(private readonly most: number) {}

  get isFree(): boolean {
    return this.#taken < this.most;
  }

  get isIdle(): boolean {
    return this.#taken === 0;
  }

  takeFree(): void {
    this.#taken += 1;
  }

  take(): Promise<void> | undefined {
    if (!this.isFree) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
