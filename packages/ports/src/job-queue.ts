/** Work to be done, named by ids alone: a queue never holds data, and losing it loses nothing (docs/spec/destinations.md). */
export interface Job {
  /** Which job: `delivery_check`, `probe_data_planes`... */
  readonly job: string;
  /** Identifies one hand-out of the work. A queue takes an id once, so work that is handed out again carries the next generation. */
  readonly jobId: string;
  readonly tenantId: string;
  readonly environmentId: string | null;
  /** What the job is about. */
  readonly subjectId: string;
  readonly requestId: string;
}

/** Signals a handler that its time is over; it leaves what it has not begun. */
export interface StopSignal {
  readonly aborted: boolean;
}

/** Does one kind of job. It may be called twice for the same job, so it decides by the store what is still to do. */
export interface JobHandler {
  /** After this the signal is set and the job counts as failed, in milliseconds. */
  readonly timeLimitMs: number;
  readonly run: (job: Job, signal: StopSignal) => Promise<void>;
}

/** A handler for each kind of job. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** How a job ended. Its result is in the store. */
export type JobEnd = 'done' | 'failed';

/** How much lies in a queue. */
export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  /** Those of the schedule, where the queue keeps it. */
  readonly delayed: number;
}

/**
 * Hands work to workers, in this process or in others. A job is done at least once while the queue lives; whoever
 * needs it done keeps that in the store and hands it out again.
 *
 * @throws PortUnavailable with port 'queue' while the queue cannot be reached; a call never waits for it to come back
 */
export interface JobQueue {
  /** Takes a job; an id that is known already is left as it is. */
  enqueue(job: Job): Promise<void>;
  /** Waits for the end of a job, so many milliseconds at most; a job that ended just before is known too. */
  endOf(jobId: string, waitMs: number): Promise<JobEnd | 'pending'>;
  /** Whether the job waits or is being done. */
  holds(jobId: string): Promise<boolean>;
  /** Whether some worker does jobs right now. */
  hasWorker(): Promise<boolean>;
  depth(): Promise<QueueDepth>;
  /** Resolves while the queue can be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Does the jobs of a queue. */
export interface JobWorker {
  /** Takes no further job and waits for those under way, within a limit; what was not done stays in the queue. */
  stop(): Promise<void>;
}

/** The id under which an entry's work is handed out, by how often it was before. */
export const jobIdOf = (entryId: string, generation: number): string => `${entryId}.${generation}`;
