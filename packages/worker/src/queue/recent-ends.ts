import type { JobEnd } from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import { withinTime } from '../within-time.js';

const MOST = 10_000;

/** The outcomes of the latest jobs, and who waits for one. */
export class RecentEnds {
  readonly #ends = new LRUCache<string, JobEnd>({ maxSize: MOST, sizeCalculation: () => 1 });
  readonly #waiting = new Map<string, Set<(end: JobEnd | 'pending') => void>>();

  get(jobId: string): JobEnd | undefined {
    return this.#ends.get(jobId);
  }

  record(jobId: string, end: JobEnd): void {
    this.#ends.set(jobId, end);
    this.#waiting.get(jobId)?.forEach((wake) => void wake(end));
    this.#waiting.delete(jobId);
  }

  /** Releases all waiting callers. */
  release(): void {
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake('pending');
    this.#waiting.clear();
  }

  /** Resolves with the outcome as soon as it is known, or with 'pending' when the time is over. */
  wait(jobId: string, waitMs: number): Promise<JobEnd | 'pending'> {
    const known = this.#ends.get(jobId);
    if (known !== undefined) return Promise.resolve(known);
    const waiting = this.#waiting.get(jobId) ?? new Set();
    this.#waiting.set(jobId, waiting);
    let wake: (end: JobEnd | 'pending') => void = () => undefined;
    const ended = new Promise<JobEnd | 'pending'>((resolve) => {
      wake = resolve;
      waiting.add(wake);
    });
    return withinTime(ended, waitMs, () => {
      waiting.delete(wake);
      if (waiting.size === 0) this.#waiting.delete(jobId);
      return 'pending';
    });
  }
}
