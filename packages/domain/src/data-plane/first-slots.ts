/** Picks the first few slots by (value, rank) from many candidates, without sorting them all: a heap with the worst picked one on top. */
export class FirstSlots {
  readonly #values: Float64Array;
  readonly #ranks: Int32Array;
  readonly #slots: Int32Array;
  #size = 0;

  constructor(private readonly wanted: number) {
    this.#values = new Float64Array(wanted);
    this.#ranks = new Int32Array(wanted);
    this.#slots = new Int32Array(wanted);
  }

  /** Takes a slot if it precedes the worst one picked so far. */
  offer(value: number, rank: number, slot: number): void {
    if (this.#size < this.wanted) {
      this.#put(this.#size, value, rank, slot);
      this.#size += 1;
      this.#rise(this.#size - 1);
    } else if (this.#isBefore(value, rank, 0)) {
      this.#put(0, value, rank, slot);
      this.#sink();
    }
  }

  /** The picked slots, first to last. */
  inOrder(): number[] {
    return Array.from({ length: this.#size }, (_, index) => index)
      .sort((a, b) => this.#at(a) - this.#at(b) || this.#rank(a) - this.#rank(b))
      .map((index) => this.#slots[index] as number);
  }

  #at(index: number): number {
    return this.#values[index] as number;
  }

  #rank(index: number): number {
    return this.#ranks[index] as number;
  }

  #isBefore(value: number, rank: number, index: number): boolean {
    const other = this.#at(index);
    return value < other || (value === other && rank < this.#rank(index));
  }

  #put(index: number, value: number, rank: number, slot: number): void {
    this.#values[index] = value;
    this.#ranks[index] = rank;
    this.#slots[index] = slot;
  }

  #swap(a: number, b: number): void {
    const value = this.#at(a);
    const rank = this.#rank(a);
    const slot = this.#slots[a] as number;
    this.#put(a, this.#at(b), this.#rank(b), this.#slots[b] as number);
    this.#put(b, value, rank, slot);
  }

  #rise(from: number): void {
    for (let child = from; child > 0; ) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(this.#at(parent), this.#rank(parent), child)) return;
      this.#swap(parent, child);
      child = parent;
    }
  }

  #sink(): void {
    for (let parent = 0; ; ) {
      let worst = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2])
        if (child < this.#size && this.#isBefore(this.#at(worst), this.#rank(worst), child)) worst = child;
      if (worst === parent) return;
      this.#swap(worst, parent);
      parent = worst;
    }
  }
}
