import type { Instant } from '@govgate/domain';
import type { IdempotencyEntry, idempotencyKind, Put } from '@govgate/ports';

/** A claimed Idempotency-Key: the answer is remembered in the very commit that it tells of. */
export class RepeatableCall {
  #remembered = false;

  constructor(
    private readonly claimed: IdempotencyEntry,
    private readonly claimVersion: number,
    private readonly kind: typeof idempotencyKind,
  ) {}

  /** Whether a commit carried the answer. */
  get remembered(): boolean {
    return this.#remembered;
  }

  /** The write that keeps the answer; it goes into the call's commit, or is written alone where nothing was committed. */
  remember(output: unknown, now: Instant): Put<typeof idempotencyKind> {
    this.#remembered = true;
    const record: IdempotencyEntry = {
      ...this.claimed,
      state: 'answered',
      updatedAt: now,
      output: JSON.stringify(output),
    };
    return { kind: this.kind, record, expectedVersion: this.claimVersion };
  }

  /** Keeps what the call came to after its commit, for a call that goes on behind it. */
  amend(output: unknown, now: Instant): Put<typeof idempotencyKind> {
    return { ...this.remember(output, now), expectedVersion: 'any' };
  }

  /** Where the claim stands, for letting go of it. */
  get claim(): { readonly entry: IdempotencyEntry; readonly version: number } {
    return { entry: this.claimed, version: this.claimVersion };
  }
}
