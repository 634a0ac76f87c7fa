import type { DeliveryReason } from '@govgate/domain';
import type { Settling } from '@govgate/ports';

/** So many events at most are on their way without having settled: as many come twice when a connection breaks. */
export const MOST_UNSETTLED_EVENTS = 50_000;

/** Events that went out together. */
export interface UnsettledBatch {
  readonly events: number;
  /** The sequence that the lane has come to once they settled. */
  readonly reached: number;
  readonly latencyMs: number;
  readonly settling: Settling;
}

interface Waiting extends UnsettledBatch {
  reached: number;
  came: DeliveryReason | undefined;
}

/** What one lane sent and nobody acknowledged, oldest first. It keeps numbers and no events: what is lost is read again. */
export class Unsettled {
  #batches: Waiting[] = [];
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

  /** Whether the oldest has come to its end, whatever that is. */
  get hasCome(): boolean {
    return this.#batches[0]?.came !== undefined;
  }

  add(batch: UnsettledBatch): void {
    const waiting: Waiting = { ...batch, came: undefined };
    this.#batches.push(waiting);
    this.#events += batch.events;
    void batch.settling.done.then((reasonCode) => {
      waiting.came = reasonCode;
    });
  }

  /** Events behind the newest that are not wanted: the lane passes them together with it. */
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
