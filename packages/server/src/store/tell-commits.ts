import type { SealedAuditEvent } from '@govgate/domain';
import type { GovernanceStore } from '@govgate/ports';

/** Notified of each commit of this process, with the events it added to the trail. */
export type CommitListener = (events: readonly SealedAuditEvent[]) => void;

/** The listeners; none at first. */
export interface CommitNews {
  listen(listener: CommitListener): void;
}

/** A store that announces durable commits to listeners, so that export need not wait for its next poll. */
export const tellCommits = (
  store: GovernanceStore,
): { readonly store: GovernanceStore; readonly news: CommitNews } => {
  let tell: CommitListener = () => undefined;
  const { unitOfWork } = store;
  return {
    news: {
      listen: (listener) => {
        tell = listener;
      },
    },
    store: {
      ...store,
      unitOfWork: {
        observe: (changes) => unitOfWork.observe(changes),
        commit: async (batch) => {
          const outcome = await unitOfWork.commit(batch);
          if (outcome.committed) tell(outcome.audit);
          return outcome;
        },
      },
    },
  };
};
