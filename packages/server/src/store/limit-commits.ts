import { type GovernanceStore, PortTimedOut, type UnitOfWork } from '@govgate/ports';
import { withinTime } from '@govgate/worker/in-process';

/** A caller learns within 6 s that the outcome of a change is unknown (reliability A1); the stores' own limits are shorter. */
const COMMIT_MS = 5_500;
/** An import carries thousands of records in one commit, and no HTTP caller waits for it. */
const PER_RECORD_MS = 5;

/** A store whose writes end in time, whatever its driver does. */
export const limitCommits = (store: GovernanceStore, commitMs = COMMIT_MS): GovernanceStore => {
  const { unitOfWork } = store;
  const limited: UnitOfWork = {
    commit: (batch) =>
      inTime(unitOfWork.commit(batch), 'audit', commitMs + PER_RECORD_MS * batch.changes.length),
    observe: (changes) =>
      inTime(unitOfWork.observe(changes), 'store', commitMs + PER_RECORD_MS * changes.length),
  };
  return { ...store, unitOfWork: limited };
};

const inTime = <T>(work: Promise<T>, port: 'audit' | 'store', limitMs: number): Promise<T> =>
  withinTime(work, limitMs, () => {
    throw new PortTimedOut(port);
  });
