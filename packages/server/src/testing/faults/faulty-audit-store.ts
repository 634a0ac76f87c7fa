import { openMongoStore } from '@govgate/adapter-mongo';
import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS, type CommitBatch, type GovernanceStore, PortUnavailable } from '@govgate/ports';
import { MongoClient } from 'mongodb';
import { alterSqlite } from '../stores/sqlite-dump.js';

/** What goes wrong with the trail. The last two are bugs that a proof must find; the others are faults that the service must tolerate. */
export type AuditFault =
  | 'none'
  | 'throws'
  | 'hangs'
  | 'duplicate_id'
  | 'validator_rejects'
  | 'bug_skips_audit'
  | 'bug_audits_afterwards';

/** A store whose trail can be broken while it serves. */
export interface FaultyAuditStore {
  readonly store: GovernanceStore;
  plant(fault: AuditFault): Promise<void>;
}

/** What differs from store to store: how it is opened with a trail that can throw, and how its database is made to refuse events. */
interface Ground {
  open(throwIfPlanted: () => void): Promise<GovernanceStore>;
  /** Refuse every event, or none. */
  refuseEvents(refuse: boolean): Promise<void>;
}

/** Opens an embedded store with its real adapter. */
export const openFaultySqlite = (file: string): Promise<FaultyAuditStore> =>
  openFaulty({
    open: (throwIfPlanted) =>
      openSqliteStore({
        file,
        kinds: ALL_KINDS,
        failpoint: (name) => (name === 'after_audit_write' ? throwIfPlanted() : undefined),
      }),
    refuseEvents: async (refuse) => alterSqlite(file, refuse ? REJECT : 'DROP TRIGGER planted_validator'),
  });

const REJECT = `CREATE TRIGGER planted_validator BEFORE INSERT ON audit_events BEGIN SELECT RAISE(ABORT, 'planted'); END`;

/** Opens a store on MongoDB with its real adapter. */
export const openFaultyMongo = (url: string): Promise<FaultyAuditStore> =>
  openFaulty({
    open: (throwIfPlanted) =>
      openMongoStore({
        url,
        kinds: ALL_KINDS,
        // The adapter treats what follows as the commit, so here the writing of the events starts by throwing.
        failpoint: (name) => (name === 'after_state_write' ? throwIfPlanted() : undefined),
      }),
    refuseEvents: async (refuse) => {
      const client = new MongoClient(url);
      try {
        await client
          .db()
          .command({ collMod: 'audit_events', validator: refuse ? { planted: { $exists: true } } : {} });
      } finally {
        await client.close();
      }
    },
  });

/** Faults are planted at the store's failpoint, in its database, or at its port. */
const openFaulty = async (ground: Ground): Promise<FaultyAuditStore> => {
  let fault: AuditFault = 'none';
  const good = await ground.open(() => {
    if (fault === 'throws') throw new Error('planted');
  });
  const commit: GovernanceStore['unitOfWork']['commit'] = async (batch) => {
    if (fault === 'hangs') return new Promise(() => undefined);
    if (fault === 'bug_skips_audit' || fault === 'bug_audits_afterwards')
      return unaudited(good, batch, fault);
    return good.unitOfWork.commit(fault === 'duplicate_id' ? await withKnownEvent(good, batch) : batch);
  };
  return {
    store: { ...good, unitOfWork: { commit, observe: (changes) => good.unitOfWork.observe(changes) } },
    plant: async (next) => {
      if ((next === 'validator_rejects') !== (fault === 'validator_rejects'))
        await ground.refuseEvents(next === 'validator_rejects');
      fault = next;
    },
  };
};

const withKnownEvent = async ({ auditTrail }: GovernanceStore, batch: CommitBatch): Promise<CommitBatch> => {
  const [event, ...others] = batch.audit;
  const { items } = await auditTrail.page(event.tenantId, { filter: {}, direction: 'asc', limit: 1 });
  const [known] = items;
  if (known === undefined) throw new Error('no event is known yet');
  return { ...batch, audit: [{ ...event, auditEventId: known.auditEventId }, ...others] };
};

const unaudited = async (
  { unitOfWork }: GovernanceStore,
  { changes }: CommitBatch,
  bug: 'bug_skips_audit' | 'bug_audits_afterwards',
): ReturnType<GovernanceStore['unitOfWork']['commit']> => {
  await unitOfWork.observe(changes as Parameters<typeof unitOfWork.observe>[0]);
  if (bug === 'bug_audits_afterwards') throw new PortUnavailable('audit');
  return { committed: true, audit: [], revocations: [] };
};
