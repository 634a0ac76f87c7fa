/** Milliseconds after which what was read no longer counts, whatever the reason. */
const MAX_AGE_MS = 30_000;

/**
 * A value that is read again where it is older than `freshMs`. While it cannot be read, what was read last counts until it is too old. The
 * time of asking counts: what was true then may have ended while the answer travelled.
 */
export class KeptAnswer<T> {
  #value: T | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #underway: Promise<void> | undefined;

  constructor(
    private readonly read: (before: T | undefined) => Promise<T>,
    private readonly freshMs: number,
    private readonly now: () => number,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** The value; undefined where none is known that counts. */
  async current(): Promise<T | undefined> {
    if (!this.#isWithin(this.freshMs)) {
      this.#underway ??= this.#refresh();
      await this.#underway;
    }
    return this.#isWithin(MAX_AGE_MS) ? this.#value : undefined;
  }

  /** Reads it anew with the next call. */
  forget(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  // A clock that was set back proves nothing.
  #isWithin(ms: number): boolean {
    const age = this.now() - this.#readAt;
    return age >= 0 && age <= ms;
  }

  async #refresh(): Promise<void> {
    const readAt = this.now();
    try {
      this.#value = await this.read(this.#value);
      this.#readAt = readAt;
    } catch (error) {
      this.failed(error);
    } finally {
      this.#underway = undefined;
    }
  }
}
