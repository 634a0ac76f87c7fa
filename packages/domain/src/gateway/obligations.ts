import type { PolicyObligation } from '../policy/manifest.js';

/** Windows that are counted; the oldest of more are dropped once they have ended. */
const MANY_WINDOWS = 10_000;

interface Window {
  readonly endsAt: number;
  count: number;
}

/** Meets the obligations of calls in this process: rate limits, by user, agent, server and tool. */
export class Obligations {
  readonly #windows = new Map<string, Window>();

  constructor(private readonly now: () => number) {}

  /** Why a call that goes out now may not; undefined where it may. What nobody here knows cannot be met. */
  gap(
    who: readonly unknown[],
    obligations: readonly PolicyObligation[],
  ): 'rate_limited' | 'obligation_unknown' | undefined {
    let isWithin = true;
    for (const obligation of obligations) {
      if (obligation.type === 'rate_limit') isWithin = this.#isWithin(who, obligation) && isWithin;
      else if (obligation.type !== 'audit_level') return 'obligation_unknown';
    }
    return isWithin ? undefined : 'rate_limited';
  }

  #isWithin(
    who: readonly unknown[],
    { limit, window_seconds }: Extract<PolicyObligation, { type: 'rate_limit' }>,
  ): boolean {
    const now = this.now();
    const name = JSON.stringify([...who, limit, window_seconds]);
    const known = this.#windows.get(name);
    const window =
      known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + window_seconds * 1000 };
    window.count += 1;
    this.#windows.set(name, window);
    if (this.#windows.size > MANY_WINDOWS) this.#dropEnded(now);
    return window.count <= limit;
  }

  #dropEnded(now: number): void {
    for (const [name, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(name);
  }
}
