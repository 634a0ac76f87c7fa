import type { DeadLetter, DeliveryReason } from '@govgate/domain';
import { MOST_REFUSED_IN_A_ROW } from '@govgate/domain/internal';

/**
 * Events that a receiver refused one by one, with none accepted since: it cannot be known yet whether it refuses these events or
 * everything. An event that is accepted after them decides the former; the end of the trail, or too many of them, the latter.
 */
export class Doubtful {
  #letters: DeadLetter[] = [];
  #count = 0;
  #reached = 0;

  /** How many events. */
  get count(): number {
    return this.#count;
  }

  /** The last event that was tried, or passed over, after them; undefined: there are none. */
  get reached(): number | undefined {
    return this.#count === 0 ? undefined : this.#reached;
  }

  get isTooMany(): boolean {
    return this.#count >= MOST_REFUSED_IN_A_ROW;
  }

  get reasonCode(): DeliveryReason {
    return this.#letters[0]?.reasonCode ?? 'payload_rejected';
  }

  add(letters: readonly DeadLetter[], count: number, reached: number): void {
    this.#letters.push(...letters);
    this.#count += count;
    this.#reached = reached;
  }

  passOver(sequence: number): void {
    this.#reached = sequence;
  }

  /** The dead letters, and how many events they are about, which are doubtful no longer. */
  take(): { readonly letters: readonly DeadLetter[]; readonly count: number } {
    const taken = { letters: this.#letters, count: this.#count };
    this.#letters = [];
    this.#count = 0;
    return taken;
  }
}
