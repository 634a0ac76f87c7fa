import { setImmediate as nextTurn } from 'node:timers/promises';
import { PortTimedOut, PortUnavailable } from '@govgate/ports';
import { BUSY_LIMIT_MS, pauseBeforeTry } from '../driver/busy-retry.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import { isBusy, reasonOf } from '../driver/sql-error.js';
import type { Failpoint } from './failpoint.js';
import { GroupLost, SavepointsNeeded, type UnitAnswer, WriteGroup } from './write-group.js';

type Work<T> = (group: WriteGroup) => UnitAnswer<T>;

interface QueuedWork {
  readonly work: Work<unknown>;
  readonly giveUpAt: number;
  readonly resolve: (answer: never) => void;
  readonly reject: (thrown: unknown) => void;
}

/** Units per transaction: enough to share its flush, few enough that none waits long. */
const GROUP_SIZE = 128;

/**
 * A flush to the disk holds up the loop, so beside readers a group waits for some more turns, which bring further writers. In an idle loop
 * these pass in microseconds.
 */
const JOINING_TURNS = 4;
/** Where each turn is long, no further ones are waited for. */
const JOINING_MS = 4;

export interface WriteQueueOptions {
  readonly failpoint: Failpoint;
  readonly busyLimitMs?: number;
}

/**
 * Group commit. Units that arrive while the event loop is busy share one transaction and one flush to disk; each is
 * answered when that is durable. While another process writes, they wait without blocking.
 */
export class WriteQueue {
  #waiting: QueuedWork[] = [];
  #draining: Promise<void> | undefined;
  #closed = false;

  constructor(
    private readonly driver: SqlDriver,
    private readonly options: WriteQueueOptions,
  ) {}

  /** Runs a unit in the next group. It may run again if the group could not be written at once. */
  add<T>(work: Work<T>): Promise<T> {
    if (this.#closed) return Promise.reject(closedError());
    const giveUpAt = performance.now() + (this.options.busyLimitMs ?? BUSY_LIMIT_MS);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, giveUpAt, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Accepts nothing more and resolves when everything accepted was answered. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#draining;
  }

  async #drain(): Promise<void> {
    for (let tries = 0; this.#waiting.length > 0; ) {
      await othersJoined();
      const group = this.#waiting.slice(0, GROUP_SIZE);
      if (this.#write(group)) {
        this.#waiting.splice(0, group.length);
        tries = 0;
      } else {
        tries += 1;
        this.#giveUpOnOld();
        await pauseBeforeTry(tries);
      }
    }
    this.#draining = undefined;
  }

  /** Writes a group and answers its callers; false if another process was in the way. */
  #write(units: readonly QueuedWork[]): boolean {
    try {
      this.options.failpoint('before_txn');
      this.#afterCommit(this.#commit(units));
    } catch (thrown) {
      if (isBusy(thrown)) return false;
      for (const { reject } of units) reject(unavailable(thrown));
    }
    return true;
  }

  /** Makes a group durable; gives the answers to its callers. */
  #commit(units: readonly QueuedWork[], savepoints = false): readonly (() => void)[] {
    const group = new WriteGroup(this.driver, savepoints);
    try {
      return this.driver.transaction('IMMEDIATE', () => {
        const answers = units.map((unit) => answerOf(group, unit));
        group.flush();
        return answers;
      });
    } catch (thrown) {
      if (!(thrown instanceof SavepointsNeeded)) throw thrown;
      return this.#commit(units, true);
    }
  }

  #afterCommit(answers: readonly (() => void)[]): void {
    try {
      this.options.failpoint('after_commit');
    } catch (thrown) {
      // Written, but the answer is lost: exactly the meaning of a time-out.
      throw new PortTimedOut('store', { cause: thrown });
    }
    for (const answer of answers) answer();
  }

  #giveUpOnOld(): void {
    const now = performance.now();
    const old = this.#waiting.filter(({ giveUpAt }) => giveUpAt <= now);
    this.#waiting = this.#waiting.filter(({ giveUpAt }) => giveUpAt > now);
    for (const { reject } of old)
      reject(new PortUnavailable('store', { cause: new Error('another process holds the write lock') }));
  }
}

export const closedError = (): PortUnavailable =>
  new PortUnavailable('store', { cause: new Error('the store was closed') });

/** Any failure to write makes the store unavailable, unless the error is more specific. The cause is for the log. */
const unavailable = (thrown: unknown): unknown =>
  thrown instanceof PortUnavailable || thrown instanceof PortTimedOut
    ? thrown
    : new PortUnavailable('store', { cause: thrown, reason: reasonOf(thrown) });

/** Lets everything from this turn of the loop join a group, and what the next ones bring. */
const othersJoined = async (): Promise<void> => {
  const until = performance.now() + JOINING_MS;
  for (let turn = 0; turn < JOINING_TURNS && performance.now() < until; turn += 1) await nextTurn();
};

/** Runs a unit and returns the answer to give its caller once the group is durable. */
const answerOf = (group: WriteGroup, { work, resolve, reject }: QueuedWork): (() => void) => {
  try {
    const answer = group.run(work);
    return () => resolve(answer as never);
  } catch (thrown) {
    if (thrown instanceof GroupLost || thrown instanceof SavepointsNeeded || isBusy(thrown)) throw thrown;
    return () => reject(unavailable(thrown));
  }
};
