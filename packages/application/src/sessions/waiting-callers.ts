import type { Principal } from '@govgate/domain';

/** Callers who wait for the feed at a time: with one identity, and all together. Each holds a connection and some 10 KB. */
const MOST_WAITING = { caller: 100, all: 5_000 };

/** Counts who waits, so that waiting costs no more memory than there is. */
export class WaitingCallers {
  readonly #byCaller = new Map<string, number>();
  #all = 0;

  /** Counts one more, or refuses when there are too many; then nobody needs to leave. */
  enter({ tenantId, actorType, actorId }: Principal): (() => void) | undefined {
    const key = JSON.stringify([tenantId, actorType, actorId]);
    const waiting = this.#byCaller.get(key) ?? 0;
    if (waiting >= MOST_WAITING.caller || this.#all >= MOST_WAITING.all) return undefined;
    this.#all += 1;
    this.#byCaller.set(key, waiting + 1);
    return () => this.#leave(key);
  }

  #leave(key: string): void {
    this.#all -= 1;
    const left = (this.#byCaller.get(key) ?? 1) - 1;
    if (left === 0) this.#byCaller.delete(key);
    else this.#byCaller.set(key, left);
  }
}
