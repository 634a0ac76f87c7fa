import { type Job, jobIdOf, type OutboxEntry, PortUnavailable } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The job that checks a destination. */
export const DELIVERY_CHECK = 'delivery_check';

/** The job of an outbox entry handed out for the first time. */
export const firstJobOf = ({ entryId, createdAt: _, ...entry }: OutboxEntry): Job => ({
  ...entry,
  jobId: jobIdOf(entryId, 1),
});

/**
 * Enqueues committed entries and marks them only afterwards, so that a process that dies in between enqueues them twice, under one id.
 * While the queue is unreachable they stay. Returns how many were enqueued.
 */
export const enqueueEntries = async (
  { jobQueue, outbox }: Pick<Ports, 'jobQueue' | 'outbox'>,
  entries: readonly OutboxEntry[],
): Promise<number> => {
  let enqueued = 0;
  for (const entry of entries) {
    if (!(await taken(jobQueue.enqueue(firstJobOf(entry))))) return enqueued;
    await outbox.markDone([entry.entryId]);
    enqueued += 1;
  }
  return enqueued;
};

/** Whether the queue accepted the call; false while it is unreachable. */
export const taken = async (request: Promise<unknown>): Promise<boolean> => {
  try {
    await request;
    return true;
  } catch (fault) {
    if (fault instanceof PortUnavailable && fault.port === 'queue') return false;
    throw fault;
  }
};
