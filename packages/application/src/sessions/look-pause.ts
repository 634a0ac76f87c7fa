const LEAST_MS = 50;
const MOST_MS = 250;
const LOOKS_PER_SECOND = 200;

/**
 * How long to pause before the next look at a waiting environment's feed, where so many environments are waited for: a revocation that
 * another process wrote is heard of within that time, and however many wait, looking costs the store no more than so many questions.
 */
export const lookPauseMs = (environments: number): number =>
  Math.min(Math.max(LEAST_MS, (environments * 1000) / LOOKS_PER_SECOND), MOST_MS);
