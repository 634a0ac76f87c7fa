import type { SqlDriver } from '../driver/sql-driver.js';

/** A number that moves with every commit of other connections; read once per turn of the event loop. */
export class DataVersion {
  #last: unknown;
  #isAsked = false;
  #isKept = false;

  constructor(private readonly driver: SqlDriver) {}

  now(): unknown {
    if (!this.#isAsked) this.#ask();
    return this.#last;
  }

  /** Reads it again on the next request; while pinned, not until this is called again. */
  lookAnew(isKept: boolean): void {
    this.#isAsked = false;
    this.#isKept = isKept;
  }

  #ask(): void {
    this.#last = this.driver.prepare('PRAGMA data_version').get()?.[0];
    this.#isAsked = true;
    if (this.#isKept) return;
    // A call asks several times before anything from outside can reach this process. The flag is reset when this turn's promises are done
    // and before the next event, so that no call is answered from what an earlier event saw.
    queueMicrotask(() =>
      process.nextTick(() => {
        this.#isAsked = false;
      }),
    );
  }
}
