import type { SyncObservation } from './data-plane.js';
import { grown } from './grown.js';
import type { SharedTexts } from './shared-texts.js';
import { type ComparedSync, msOf } from './sync-state.js';

/** No text: nothing observed in this slot, or nothing rejected. */
const NONE = -1;

/** What planes reported of one synchronisation, as far as comparing it takes: three numbers and a time for each slot. */
export class SyncColumns {
  #desired = NO_SLOTS;
  #observed = NO_SLOTS;
  #rejected = NO_SLOTS;
  #differsSinceMs = new Float64Array(0);

  constructor(
    private readonly texts: SharedTexts,
    capacity: number,
  ) {
    this.grow(capacity);
  }

  set(
    slot: number,
    { desiredVersion, observedVersion, rejectedVersion, differsSince }: SyncObservation,
  ): void {
    // The new texts first: those that stay are kept.
    const desired = this.texts.take(desiredVersion);
    const observed = this.texts.take(observedVersion);
    const rejected = rejectedVersion === null ? NONE : this.texts.take(rejectedVersion);
    this.clear(slot);
    this.#desired[slot] = desired;
    this.#observed[slot] = observed;
    this.#rejected[slot] = rejected;
    this.#differsSinceMs[slot] = msOf(differsSince);
  }

  /** What was set in a slot; undefined if nothing was. */
  at(slot: number): ComparedSync | undefined {
    const desired = this.#desired[slot] ?? NONE;
    if (desired === NONE) return undefined;
    const rejected = this.#rejected[slot] as number;
    return {
      desiredVersion: this.texts.textOf(desired),
      observedVersion: this.texts.textOf(this.#observed[slot] as number),
      rejectedVersion: rejected === NONE ? null : this.texts.textOf(rejected),
      differsSinceMs: this.#differsSinceMs[slot] as number,
    };
  }

  /** Forgets a slot. */
  clear(slot: number): void {
    for (const column of [this.#desired, this.#observed, this.#rejected]) {
      const text = column[slot] ?? NONE;
      if (text === NONE) continue;
      this.texts.release(text);
      column[slot] = NONE;
    }
  }

  grow(capacity: number): void {
    this.#desired = withNone(this.#desired, capacity);
    this.#observed = withNone(this.#observed, capacity);
    this.#rejected = withNone(this.#rejected, capacity);
    this.#differsSinceMs = grown(this.#differsSinceMs, capacity);
  }
}

const NO_SLOTS = new Int32Array(0);

const withNone = (column: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> =>
  grown(column, capacity).fill(NONE, column.length);
