import type { SealedAuditEvent } from '@govgate/domain';
import type { GovernanceStore } from '@govgate/ports';

/** Hears of each commit of this process, by the events that it added to the trail. */
export type CommitListener = (events: readonly SealedAuditEvent[]) => void;

/** Who listens; nobody at first. */
export interface CommitNews {
  listen(listener: CommitListener): void;
}

/** A store that announces its commits to listeners once they are durable, so that an export need not wait for its next look. */
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
