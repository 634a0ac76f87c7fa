import type { Bench } from '../../testing/use-case-bench.js';

/** The ports of a bench on which somebody else acts just before the first commit. */
export const overtaken = (bench: Bench, act: () => Promise<unknown>): Bench['ports'] => {
  const { unitOfWork } = bench.store;
  let acted = false;
  const commit: typeof unitOfWork.commit = async (batch) => {
    if (!acted) {
      acted = true;
      await act();
    }
    return unitOfWork.commit(batch);
  };
  return { ...bench.ports, unitOfWork: { ...unitOfWork, commit } };
};
