import { type Job, jobIdOf, type OutboxEntry, PortUnavailable } from '@govgate/ports';
import type { Ports } from '../call/ports.js';

/** The job that checks a destination. */
export const DELIVERY_CHECK = 'delivery_check';

/** The job of an outbox entry when it is handed out for the first time. */
export const firstJobOf = ({ entryId, createdAt: _, ...entry }: OutboxEntry): Job => ({
  ...entry,
  jobId: jobIdOf(entryId, 1),
});

/**
 * Hands committed entries to the queue and marks them only afterwards, so that a process that dies in between hands them
 * on twice, under one id. While the queue is away they stay where they are. Gives how many were handed on.
 */
export const handOn = async (
  { jobQueue, outbox }: Pick<Ports, 'jobQueue' | 'outbox'>,
  entries: readonly OutboxEntry[],
): Promise<number> => {
  let handedOn = 0;
  for (const entry of entries) {
    if (!(await taken(jobQueue.enqueue(firstJobOf(entry))))) return handedOn;
    await outbox.markDone([entry.entryId]);
    handedOn += 1;
  }
  return handedOn;
};

/** Whether the queue did what it was asked; false while it is away. */
export const taken = async (asked: Promise<unknown>): Promise<boolean> => {
  try {
    await asked;
    return true;
  } catch (fault) {
    if (fault instanceof PortUnavailable && fault.port === 'queue') return false;
    throw fault;
  }
};
