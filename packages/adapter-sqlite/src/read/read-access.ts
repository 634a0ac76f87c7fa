import { PortUnavailable } from '@govgate/ports';
import { retryWhileBusy } from '../driver/busy-retry.js';
import type { SqlDriver } from '../driver/sql-driver.js';
import { isBusy, sqlCodeOf } from '../driver/sql-error.js';
import { closedError } from '../write/write-queue.js';

/** Runs reads: immediately where nothing is in the way, translating failures into the ports' errors. */
export class ReadAccess {
  #open = true;

  constructor(
    private readonly driver: SqlDriver,
    private readonly busyLimitMs: number,
  ) {}

  /** The answer itself, or a promise of it while another process is in the way. */
  now<T>(work: (driver: SqlDriver) => T): T | Promise<T> {
    if (!this.#open) throw closedError();
    try {
      return work(this.driver);
    } catch (thrown) {
      if (isBusy(thrown)) return this.#later(work);
      throw unreadable(thrown);
    }
  }

  /** The same for an asynchronous method of a port. */
  async run<T>(work: (driver: SqlDriver) => T): Promise<T> {
    return this.now(work);
  }

  /** Several statements on one snapshot. */
  snapshot<T>(work: (driver: SqlDriver) => T): Promise<T> {
    return this.run((driver) => driver.transaction('DEFERRED', () => work(driver)));
  }

  close(): void {
    this.#open = false;
  }

  async #later<T>(work: (driver: SqlDriver) => T): Promise<T> {
    try {
      return await retryWhileBusy(() => {
        if (!this.#open) throw closedError();
        return work(this.driver);
      }, this.busyLimitMs);
    } catch (thrown) {
      throw unreadable(thrown);
    }
  }
}

const unreadable = (thrown: unknown): unknown =>
  sqlCodeOf(thrown) === undefined ? thrown : new PortUnavailable('store', { cause: thrown });
