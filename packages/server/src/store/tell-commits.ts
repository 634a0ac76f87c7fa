import type { GovernanceStore } from '@govgate/ports';

/** Hears of each commit of this process, by the tenants that it had events of. */
export type CommitListener = (tenantId: string) => void;

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
          if (outcome.committed) for (const { tenantId } of outcome.audit) tell(tenantId);
          return outcome;
        },
      },
    },
  };
};
