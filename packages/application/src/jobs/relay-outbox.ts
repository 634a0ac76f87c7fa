import type { JobHandler } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { enqueueEntries } from './enqueue-entries.js';

const BATCH = 100;

/** Enqueues committed entries that their own process did not hand on. */
export const makeRelayOutbox =
  (deps: Pick<Ports, 'jobQueue' | 'outbox'>): JobHandler['run'] =>
  async (_, signal) => {
    while (!signal.aborted) {
      const entries = await deps.outbox.pending(BATCH);
      const enqueued = await enqueueEntries(deps, entries);
      if (entries.length < BATCH || enqueued < entries.length) return;
    }
  };
