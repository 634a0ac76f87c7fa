import type { GovernanceStore } from '@govgate/ports';

/** Whether the last attempted write failed because of the store; a conflict between changes is no such failure. */
export type LastWriteFailed = () => boolean;

/** A store that remembers the outcome of its last commit. */
export const watchWrites = (
  store: GovernanceStore,
): { readonly store: GovernanceStore; readonly lastWriteFailed: LastWriteFailed } => {
  let failed = false;
  const { unitOfWork } = store;
  return {
    lastWriteFailed: () => failed,
    store: {
      ...store,
      unitOfWork: {
        observe: (changes) => unitOfWork.observe(changes),
        commit: async (batch) => {
          try {
            const outcome = await unitOfWork.commit(batch);
            failed = false;
            return outcome;
          } catch (fault) {
            failed = true;
            throw fault;
          }
        },
      },
    },
  };
};
