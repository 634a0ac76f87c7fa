/** A kind whose lists are not whole: records that are projected as an earlier declaration said, or not at all. */
export interface KindBehind {
  readonly kind: string;
  /** Records that are still to be projected. */
  readonly left: number;
  /** Records whose value of a unique rule another record holds: found by everything else, they take no part in the rule. */
  readonly clashing: number;
}

/**
 * What lists filter and sort by is derived from records by their kind's declaration. When that changes, all of it is derived
 * again while the service goes on: each list brings what it needs in line before it answers, and one process does the rest.
 *
 * @throws PortUnavailable, PortTimedOut
 */
export interface Projections {
  /** The kinds that are not whole; none: every list is. */
  behind(): Promise<readonly KindBehind[]>;

  /** Projects at most this many records of a kind that are behind, and returns how many. Safe to run next to writers and to itself. */
  step(kind: string, most: number): Promise<number>;

  /** Tries again what clashed, and returns how many records still do. */
  settle(kind: string): Promise<number>;

  /** The right to do this work for a time, in milliseconds; false: another process has it. A process that holds it renews it. */
  claim(holder: string, ms: number): Promise<boolean>;

  /** Gives the right back. */
  release(holder: string): Promise<void>;
}
