export interface ProbeRules {
  /** Time between rounds, in milliseconds. */
  readonly everyMs: number;
  /** Whether a dead target is probed less and less often; otherwise it only comes after live ones. */
  readonly deadRest: boolean;
}

/** Consecutive failures after which a target counts as dead. */
const DEAD_FROM = 3;
/** Longest pause for a dead target, in milliseconds. */
const LONGEST_MS = 5 * 60_000;

interface LastProbe {
  readonly probedAtMs: number;
  readonly failures: number;
}

/**
 * Which targets to probe now. The one probed longest ago comes first, so that an interrupted round starves nobody. A target that last failed counts
 * as probed two rounds later, and dead ones may be probed less and less often, so that neither takes time from live ones. Kept in this
 * process only: losing it costs a few probes.
 */
export class ProbeSchedule {
  #turns = new Map<string, LastProbe>();

  constructor(
    private readonly rules: ProbeRules,
    private readonly random: () => number = Math.random,
  ) {}

  /** Targets to probe now, in order; ties are random, so that rounds are not in step. */
  due<T>(targets: readonly T[], keyOf: (target: T) => string, nowMs: number): T[] {
    return targets
      .map((target) => ({ target, last: this.#turns.get(keyOf(target)), tie: this.random() }))
      .filter(({ last }) => last === undefined || nowMs >= last.probedAtMs + this.#restMs(last))
      .sort((a, b) => this.#rank(a.last) - this.#rank(b.last) || a.tie - b.tie)
      .map(({ target }) => target);
  }

  probed(key: string, answered: boolean, nowMs: number): void {
    const failures = answered ? 0 : (this.#turns.get(key)?.failures ?? 0) + 1;
    this.#turns.set(key, { probedAtMs: nowMs, failures });
  }

  /** Forgets targets that no longer exist. */
  keepOnly(keys: ReadonlySet<string>): void {
    if (this.#turns.size <= keys.size * 2) return;
    this.#turns = new Map([...this.#turns].filter(([key]) => keys.has(key)));
  }

  #rank(last: LastProbe | undefined): number {
    if (last === undefined) return 0;
    return last.probedAtMs + (last.failures > 0 ? 2 * this.rules.everyMs : 0);
  }

  // Live targets never rest: the rounds are the interval.
  #restMs({ failures }: LastProbe): number {
    const { everyMs, deadRest } = this.rules;
    if (!deadRest || failures < DEAD_FROM) return 0;
    return Math.min(LONGEST_MS, everyMs * 2 ** (failures - DEAD_FROM + 1)) - everyMs / 2;
  }
}
