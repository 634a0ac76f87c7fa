import type { Job, JobHandlers, JobQueue, JobWorker } from '@govgate/ports';
import { endWithin } from '../within-time.js';
import { RecentEnds } from './recent-ends.js';
import { type JobReport, runReported } from './run-job.js';

/** How a worker operates. */
export interface WorkerOptions {
  /** Concurrent jobs. */
  readonly concurrency: number;
  readonly report?: (reported: JobReport) => void;
  /** How long a stop waits for jobs in progress, in milliseconds. */
  readonly stopMs?: number;
}

/** A queue inside this process, for a service without Redis. Its content dies with the process; the store remembers. */
export interface InProcessQueue extends JobQueue {
  work(handlers: JobHandlers, options: WorkerOptions): JobWorker;
}

const STOP_MS = 25_000;

class Queue implements InProcessQueue {
  readonly #waiting = new Map<string, Job>();
  readonly #active = new Map<string, Promise<void>>();
  readonly #ends = new RecentEnds();
  #worker: { readonly handlers: JobHandlers; readonly options: WorkerOptions } | undefined;

  async enqueue(job: Job): Promise<void> {
    if (this.#isKnown(job.jobId)) return;
    this.#waiting.set(job.jobId, job);
    this.#fill();
  }

  async endOf(jobId: string, waitMs: number): ReturnType<JobQueue['endOf']> {
    return this.#ends.wait(jobId, waitMs);
  }

  async holds(jobId: string): Promise<boolean> {
    return this.#waiting.has(jobId) || this.#active.has(jobId);
  }

  async hasWorker(): Promise<boolean> {
    return this.#worker !== undefined;
  }

  async depth(): ReturnType<JobQueue['depth']> {
    return { waiting: this.#waiting.size, active: this.#active.size, delayed: 0 };
  }

  async check(): Promise<void> {}

  async close(): Promise<void> {
    this.#ends.release();
  }

  work(handlers: JobHandlers, options: WorkerOptions): JobWorker {
    const worker = { handlers, options };
    this.#worker = worker;
    this.#fill();
    return {
      stop: async () => {
        if (this.#worker === worker) this.#worker = undefined;
        await endWithin(Promise.all(this.#active.values()), options.stopMs ?? STOP_MS);
      },
    };
  }

  #isKnown(jobId: string): boolean {
    return this.#waiting.has(jobId) || this.#active.has(jobId) || this.#ends.get(jobId) !== undefined;
  }

  #fill(): void {
    const worker = this.#worker;
    if (worker === undefined) return;
    for (const [jobId, job] of this.#waiting) {
      if (this.#active.size >= worker.options.concurrency) return;
      this.#waiting.delete(jobId);
      this.#active.set(jobId, this.#run(job, worker));
    }
  }

  async #run(
    job: Job,
    { handlers, options }: { readonly handlers: JobHandlers; readonly options: WorkerOptions },
  ): Promise<void> {
    const end = await runReported(handlers, job, { report: options.report ?? (() => undefined) }).then(
      () => 'done' as const,
      () => 'failed' as const,
    );
    this.#active.delete(job.jobId);
    this.#ends.record(job.jobId, end);
    this.#fill();
  }
}

/** Makes the queue of a process without Redis. */
export const makeInProcessQueue = (): InProcessQueue => new Queue();
