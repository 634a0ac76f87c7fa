export interface TurnRules {
  /** How far apart the rounds are, in milliseconds. */
  readonly everyMs: number;
  /** Whether a dead target is asked less and less often; otherwise it only comes after the living. */
  readonly deadRest: boolean;
}

/** How many failures in a row make a target count as dead. */
const DEAD_FROM = 3;
/** How long a dead target is left alone at most, in milliseconds. */
const LONGEST_MS = 5 * 60_000;

interface Turn {
  readonly probedAtMs: number;
  readonly failures: number;
}

/**
 * Whose turn it is. The one probed longest ago comes first, so that a round that was cut short starves nobody. What failed
 * last comes as if it had been probed two rounds later, and what is dead may be asked less and less often, so that neither takes
 * the time of the living. Kept by this process alone: forgetting it costs some probes.
 */
export class ProbeTurns {
  #turns = new Map<string, Turn>();

  constructor(
    private readonly rules: TurnRules,
    private readonly random: () => number = Math.random,
  ) {}

  /** Those whose turn it is, in their order; equal ones in a random one, so that rounds are not in step. */
  due<T>(targets: readonly T[], keyOf: (target: T) => string, nowMs: number): T[] {
    return targets
      .map((target) => ({ target, turn: this.#turns.get(keyOf(target)), tie: this.random() }))
      .filter(({ turn }) => turn === undefined || nowMs >= turn.probedAtMs + this.#restMs(turn))
      .sort((a, b) => this.#rank(a.turn) - this.#rank(b.turn) || a.tie - b.tie)
      .map(({ target }) => target);
  }

  probed(key: string, answered: boolean, nowMs: number): void {
    const failures = answered ? 0 : (this.#turns.get(key)?.failures ?? 0) + 1;
    this.#turns.set(key, { probedAtMs: nowMs, failures });
  }

  /** Forgets targets that are gone. */
  keepOnly(keys: ReadonlySet<string>): void {
    if (this.#turns.size <= keys.size * 2) return;
    this.#turns = new Map([...this.#turns].filter(([key]) => keys.has(key)));
  }

  #rank(turn: Turn | undefined): number {
    if (turn === undefined) return 0;
    return turn.probedAtMs + (turn.failures > 0 ? 2 * this.rules.everyMs : 0);
  }

  // Nobody alive rests: the rounds themselves are the interval.
  #restMs({ failures }: Turn): number {
    const { everyMs, deadRest } = this.rules;
    if (!deadRest || failures < DEAD_FROM) return 0;
    return Math.min(LONGEST_MS, everyMs * 2 ** (failures - DEAD_FROM + 1)) - everyMs / 2;
  }
}
