import type { AuditEvent, Revocation, SealedAuditEvent, SequencedRevocation } from '@govgate/domain';
import type {
  AnyKind,
  Change,
  CommitBatch,
  CommitOutcome,
  GovernanceStore,
  Migration,
  OutboxEntry,
  Put,
  RecordFor,
  Removal,
  ScopeOfKind,
} from '@govgate/ports';
import { PromiseBroken } from './expect.js';
import { HOME, type Item, itemKind } from './suite-kinds.js';

/** A fresh, empty store that knows `suiteKinds`. */
export interface StoreHandle {
  readonly store: GovernanceStore;
  /** Another handle on the same data, as another process would have, of another version where that is given. Left out by stores that cannot. */
  readonly reopen?: (version?: StoreVersion) => Promise<GovernanceStore>;
  /** Releases everything, including reopened handles. */
  dispose(): Promise<void>;
}

/** What another version declares. */
export interface StoreVersion {
  readonly kinds: readonly AnyKind[];
  readonly migrations: readonly Migration[];
}

export type MakeStore = () => Promise<StoreHandle>;

/** One promise of the ports and how to see that it is kept. */
export interface StoreCase {
  readonly id: string;
  readonly promise: string;
  run(makeStore: MakeStore): Promise<void>;
}

/** A store on the workbench, with the shortcuts that cases use. */
export interface Bench {
  readonly store: GovernanceStore;
  readonly reopen: StoreHandle['reopen'];
}

/** Declares a case; the store is created before and released afterwards, whatever happens. */
export const storeCase = (
  id: string,
  promise: string,
  check: (bench: Bench) => Promise<void>,
): StoreCase => ({
  id,
  promise,
  run: async (makeStore) => {
    const handle = await makeStore();
    try {
      await check({ store: handle.store, reopen: handle.reopen });
    } finally {
      await handle.dispose();
    }
  },
});

/** Declares a case that needs a second handle; stores without one keep the promise trivially. */
export const handleCase = (
  id: string,
  promise: string,
  check: (first: GovernanceStore, second: GovernanceStore, bench: Bench) => Promise<void>,
): StoreCase =>
  storeCase(id, promise, async (bench) => {
    const { store, reopen } = bench;
    if (reopen !== undefined) await check(store, await reopen(), bench);
  });

let made = 0;

/** An audit event with an id that was never used before. */
export const anEvent = (given: Partial<AuditEvent> = {}): AuditEvent => {
  made += 1;
  return {
    auditEventId: `evt_${String(made).padStart(8, '0')}`,
    occurredAt: '2026-01-01T00:00:00.000Z',
    tenantId: HOME.tenantId,
    environmentId: HOME.environmentId,
    eventType: 'policy.updated',
    outcome: 'success',
    actor: { actorType: 'user', actorId: 'user_1', authMethod: 'jwt' },
    action: 'policy.write',
    resource: { resourceType: 'policy', resourceId: 'pol_1', version: null },
    reasonCode: 'changed',
    reason: null,
    requestId: `req_${made}`,
    correlationId: null,
    changedFields: [],
    relatedIds: [],
    ...given,
  };
};

export const aRevocation = (revocationId: string, given: Partial<Revocation> = {}): Revocation => ({
  ...HOME,
  revocationId,
  subjectType: 'agent',
  subjectId: 'agent_1',
  effectiveAt: '2026-01-01T00:00:00.000Z',
  reasonCode: 'compromised',
  ...given,
});

export const anOutboxEntry = (entryId: string, given: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...HOME,
  entryId,
  job: 'delivery_check',
  subjectId: 'hook_1',
  requestId: 'req_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...given,
});

export const put = <K extends AnyKind>(
  kind: K,
  record: RecordFor<K>,
  expectedVersion: number | null | 'any' = null,
): Put<K> => ({ kind, record, expectedVersion });

export const putItem = (record: Item, expectedVersion: number | null | 'any' = null): Put =>
  put(itemKind, record, expectedVersion);

export const removal = <K extends AnyKind>(
  kind: K,
  scope: ScopeOfKind<K>,
  id: string,
  expectedVersion: number | 'any' = 'any',
): Removal<K> => ({ kind, removed: { scope, id }, expectedVersion });

/** Commits changes with one event of the home tenant by default. */
export const commit = (
  store: GovernanceStore,
  changes: readonly Change[],
  rest: Partial<Omit<CommitBatch, 'changes'>> = {},
): Promise<CommitOutcome> => store.unitOfWork.commit({ changes, audit: [anEvent()], ...rest });

/** Commits what cannot conflict. */
export const write = async (
  store: GovernanceStore,
  changes: readonly Change[],
  rest: Partial<Omit<CommitBatch, 'changes'>> = {},
): Promise<{
  readonly audit: readonly SealedAuditEvent[];
  readonly revocations: readonly SequencedRevocation[];
}> => {
  const outcome = await commit(store, changes, rest);
  if (!outcome.committed) throw new PromiseBroken(`a commit met a conflict: ${outcome.conflict.because}`);
  return outcome;
};

/** Commits items one by one into an empty place. */
export const writeItems = async (store: GovernanceStore, items: readonly Item[]): Promise<void> => {
  await write(
    store,
    items.map((record) => putItem(record)),
  );
};

/** Commits events one after the other, so many at once that a slow test server has written them in time. */
export const writeEvents = async (
  store: GovernanceStore,
  events: readonly AuditEvent[],
): Promise<readonly SealedAuditEvent[]> => {
  const sealed: SealedAuditEvent[] = [];
  for (let from = 0; from < events.length; from += 100) {
    const [first, ...rest] = events.slice(from, from + 100);
    if (first !== undefined) sealed.push(...(await write(store, [], { audit: [first, ...rest] })).audit);
  }
  return sealed;
};
