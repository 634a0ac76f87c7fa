import type { EventMac, UnitOfWork } from '@govgate/ports';
import type { CommittedEvents } from '../call/committed-events.js';

/** Commits whose events carry this installation's MAC, and which this process remembers until they are signed. */
export const authenticateCommits = (
  unitOfWork: UnitOfWork,
  mac: EventMac,
  committedEvents: CommittedEvents,
): UnitOfWork => ({
  observe: (changes) => unitOfWork.observe(changes),
  commit: async (batch) => {
    const outcome = await unitOfWork.commit({ ...batch, mac });
    if (outcome.committed) committedEvents.add(outcome.audit);
    return outcome;
  },
});
