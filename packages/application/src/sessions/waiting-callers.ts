import type { Principal } from '@govgate/domain';

/** Limits on callers waiting for the feed: per identity, and in total. Each holds a connection and some 10 KB. */
const MOST_WAITING = { caller: 100, all: 5_000 };

/** Counts waiting callers, so that waiting uses bounded memory. */
export class WaitingCallers {
  readonly #byCaller = new Map<string, number>();
  #all = 0;

  /** Counts one more, or refuses at the limit; then there is nothing to release. */
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
