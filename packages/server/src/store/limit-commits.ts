import { type GovernanceStore, PortTimedOut, type UnitOfWork } from '@govgate/ports';

/** A caller hears within 6 s that nothing is known of the change (reliability A1); the stores' own limits come before. */
const COMMIT_MS = 5_500;
/** An import carries thousands of records in one commit, and nobody waits for its answer over HTTP. */
const PER_RECORD_MS = 5;

/** A store whose writes end in time, whatever its driver does. */
export const limitCommits = (store: GovernanceStore, commitMs = COMMIT_MS): GovernanceStore => {
  const { unitOfWork } = store;
  const limited: UnitOfWork = {
    commit: (batch) =>
      withinTime(unitOfWork.commit(batch), 'audit', commitMs + PER_RECORD_MS * batch.changes.length),
    observe: (changes) =>
      withinTime(unitOfWork.observe(changes), 'store', commitMs + PER_RECORD_MS * changes.length),
  };
  return { ...store, unitOfWork: limited };
};

const withinTime = async <T>(work: Promise<T>, port: 'audit' | 'store', limitMs: number): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PortTimedOut(port)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
