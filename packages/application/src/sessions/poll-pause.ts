const LEAST_MS = 50;
const MOST_MS = 250;
const POLLS_PER_SECOND = 200;

/**
 * How long to pause before polling the feed of a waiting environment again, given how many are waited for: a revocation written by another
 * process is noticed within that time, and however many wait, polling costs the store a bounded number of queries.
 */
export const pollPauseMs = (environments: number): number =>
  Math.min(Math.max(LEAST_MS, (environments * 1000) / POLLS_PER_SECOND), MOST_MS);
