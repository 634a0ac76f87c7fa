import { grown } from './grown.js';

/** Orders two slots; 0 only for a slot and itself. */
export type CompareSlots = (a: number, b: number) => number;

const FIRST_CAPACITY = 64;

/**
 * A table's slots in a fixed order maintained lazily: changed slots are removed and merged again when the order is next requested, so a
 * burst of changes costs one pass.
 */
export class SortedSlots {
  #order: Int32Array<ArrayBufferLike> = new Int32Array(0);
  #touched: number[] = [];
  /** 1 for each slot in `#touched`: a set of a hundred thousand numbers would take megabytes. */
  #isTouched = new Uint8Array(FIRST_CAPACITY);

  constructor(
    private readonly compare: CompareSlots,
    private readonly isLive: (slot: number) => boolean,
  ) {}

  /** Marks a slot that was filled, emptied, or changed in its sort value. To be called before the change. */
  touch(slot: number): void {
    if (slot >= this.#isTouched.length)
      this.#isTouched = grown(this.#isTouched, Math.max(slot + 1, this.#isTouched.length * 2));
    if (this.#isTouched[slot] === 1) return;
    this.#isTouched[slot] = 1;
    this.#touched.push(slot);
  }

  /** The live slots in order. The array belongs to this object: do not keep it across changes. */
  order(): Int32Array {
    if (this.#touched.length > 0) this.#merge();
    return this.#order;
  }

  /** Whether the next `order()` has work to do. */
  get isStale(): boolean {
    return this.#touched.length > 0;
  }

  #merge(): void {
    const kept = this.#order.filter((slot) => this.#isTouched[slot] === 0);
    const coming = this.#touched.filter(this.isLive).sort(this.compare);
    this.#touched = [];
    this.#isTouched.fill(0);
    const merged = new Int32Array(kept.length + coming.length);
    let from = 0;
    coming.forEach((slot, index) => {
      const place = lowerBound(kept, from, (other) => this.compare(other, slot));
      merged.set(kept.subarray(from, place), from + index);
      merged[place + index] = slot;
      from = place;
    });
    merged.set(kept.subarray(from), from + coming.length);
    this.#order = merged;
  }
}

/** The first position from `start` on whose slot does not precede the target: `relation` is negative where it does. */
export const lowerBound = (slots: Int32Array, start: number, relation: (slot: number) => number): number => {
  let low = start;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (relation(slots[middle] as number) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
