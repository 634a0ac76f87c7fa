/**
 * How much of something each tenant, or whoever else is named, may do at a time. Beyond its share it is refused at once: waiting would hold a
 * connection.
 */
export class Shares {
  readonly #taken = new Map<string, number>();

  constructor(private readonly share: number) {}

  /** A part of the share, as the function that gives it back (once, however often it is called); undefined if all is taken. */
  take(whose: string): (() => void) | undefined {
    const taken = this.#taken.get(whose) ?? 0;
    if (taken >= this.share) return undefined;
    this.#taken.set(whose, taken + 1);
    let held = true;
    return () => {
      if (held) this.#giveBack(whose);
      held = false;
    };
  }

  #giveBack(whose: string): void {
    const left = (this.#taken.get(whose) ?? 1) - 1;
    if (left === 0) this.#taken.delete(whose);
    else this.#taken.set(whose, left);
  }
}
