import type { JobEnd } from '@govgate/ports';
import { LRUCache } from 'lru-cache';

const MOST = 10_000;

/** The outcomes of the latest jobs, and who waits for one. */
export class RecentEnds {
  readonly #ends = new LRUCache<string, JobEnd>({ maxSize: MOST, sizeCalculation: () => 1 });
  readonly #waiting = new Map<string, Set<(end: JobEnd | 'pending') => void>>();

  get(jobId: string): JobEnd | undefined {
    return this.#ends.get(jobId);
  }

  tell(jobId: string, end: JobEnd): void {
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
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(jobId) ?? new Set();
      this.#waiting.set(jobId, waiting);
      const wake = (end: JobEnd | 'pending'): void => {
        clearTimeout(timer);
        resolve(end);
      };
      const timer = setTimeout(() => {
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(jobId);
        resolve('pending');
      }, waitMs);
      waiting.add(wake);
    });
  }
}
