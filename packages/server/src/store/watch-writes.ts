import type { GovernanceStore } from '@govgate/ports';

/** Whether the last change that was to be written failed for the store; a change that met another one is no such failure. */
export type LastWriteFailed = () => boolean;

/** A store that remembers how its last commit ended. */
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
