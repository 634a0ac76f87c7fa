import { EventEmitter } from 'node:events';
import type { SealedAuditEvent } from '@govgate/domain';
import {
  type Change,
  type CommitBatch,
  type GovernanceStore,
  type ObservedKind,
  PortTimedOut,
} from '@govgate/ports';
import { withinTime } from '@govgate/worker/in-process';

/** What became of this process's writes. */
export type StoreEvents = EventEmitter<{
  /** A commit is durable. */
  committed: [batch: CommitBatch, audit: readonly SealedAuditEvent[]];
  observed: [changes: readonly Change<ObservedKind>[]];
  /** A commit failed because of the store; a conflict between changes is no such failure. */
  failed: [];
}>;

/** A caller learns within 6 s that the outcome of a change is unknown (reliability A1); the stores' own limits are shorter. */
const COMMIT_MS = 5_500;
/** An import carries thousands of records in one commit, and no HTTP caller waits for it. */
const PER_RECORD_MS = 5;

/**
 * A store whose writes end in time, whatever its driver does, and are reported to listeners. A commit that ends after its caller stopped waiting
 * is reported too. Listeners must not throw.
 */
export const observeStore = (
  store: GovernanceStore,
  commitMs = COMMIT_MS,
): { readonly store: GovernanceStore; readonly events: StoreEvents } => {
  const { unitOfWork } = store;
  const events: StoreEvents = new EventEmitter();
  const inTime = <T>(work: Promise<T>, port: 'audit' | 'store', records: number): Promise<T> =>
    withinTime(work, commitMs + PER_RECORD_MS * records, () => {
      throw new PortTimedOut(port);
    });
  const commit = async (batch: CommitBatch) => {
    const outcome = await unitOfWork.commit(batch);
    if (outcome.committed) events.emit('committed', batch, outcome.audit);
    return outcome;
  };
  const observe = async (changes: readonly Change<ObservedKind>[]) => {
    const outcome = await unitOfWork.observe(changes);
    if (outcome.committed) events.emit('observed', changes);
    return outcome;
  };
  return {
    events,
    store: {
      ...store,
      unitOfWork: {
        commit: (batch) =>
          inTime(commit(batch), 'audit', batch.changes.length).catch((fault) => {
            events.emit('failed');
            throw fault;
          }),
        observe: (changes) => inTime(observe(changes), 'store', changes.length),
      },
    },
  };
};
