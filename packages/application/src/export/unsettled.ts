import type { DeliveryReason } from '@govgate/domain';
import type { Settling } from '@govgate/ports';

/** Most events sent without having settled: this many are repeated when a connection breaks. */
export const MOST_UNSETTLED_EVENTS = 50_000;

/** Events sent together. */
export interface UnsettledBatch {
  readonly events: number;
  /** The lane's sequence once they have settled. */
  readonly reached: number;
  readonly latencyMs: number;
  readonly settling: Settling;
}

interface UnsettledSend extends UnsettledBatch {
  reached: number;
  came: DeliveryReason | undefined;
}

/** What one lane sent without acknowledgement, oldest first. It keeps numbers and no events: lost ones are read again. */
export class Unsettled {
  #batches: UnsettledSend[] = [];
  #events = 0;

  get events(): number {
    return this.#events;
  }

  get oldest(): UnsettledBatch | undefined {
    return this.#batches[0];
  }

  get newest(): UnsettledBatch | undefined {
    return this.#batches.at(-1);
  }

  /** Whether the oldest has settled, whatever its outcome. */
  get hasCome(): boolean {
    return this.#batches[0]?.came !== undefined;
  }

  add(batch: UnsettledBatch): void {
    const waiting: UnsettledSend = { ...batch, came: undefined };
    this.#batches.push(waiting);
    this.#events += batch.events;
    void batch.settling.done.then((reasonCode) => {
      waiting.came = reasonCode;
    });
  }

  /** Unwanted events after the newest one: the lane passes them together with it. */
  passOver(sequence: number): void {
    const newest = this.#batches.at(-1);
    if (newest !== undefined) newest.reached = sequence;
  }

  removeOldest(): void {
    this.#events -= this.#batches.shift()?.events ?? 0;
  }

  clear(): void {
    this.#batches = [];
    this.#events = 0;
  }
}
