import { openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS, type CommitBatch, type GovernanceStore, PortUnavailable } from '@govgate/ports';
import Database from 'libsql';

/** What goes wrong with the trail. The last two are bugs that a proof must find; the others are faults that it must bear. */
export type AuditFault =
  | 'none'
  | 'throws'
  | 'hangs'
  | 'duplicate_id'
  | 'validator_rejects'
  | 'bug_skips_audit'
  | 'bug_audits_afterwards';

/** An embedded store whose trail can be broken while it serves. */
export interface FaultyAuditStore {
  readonly store: GovernanceStore;
  plant(fault: AuditFault): void;
}

const REJECT = `CREATE TRIGGER planted_validator BEFORE INSERT ON audit_events BEGIN SELECT RAISE(ABORT, 'planted'); END`;

/** Opens a store with its real adapter: faults are planted at its failpoint, in its file, or at its port. */
export const openFaultyAuditStore = async (file: string): Promise<FaultyAuditStore> => {
  let fault: AuditFault = 'none';
  const good = await openSqliteStore({
    file,
    kinds: ALL_KINDS,
    failpoint: (name) => {
      if (fault === 'throws' && name === 'after_audit_write') throw new Error('planted');
    },
  });
  let lastEventId = '';
  const commit: GovernanceStore['unitOfWork']['commit'] = async (batch) => {
    if (fault === 'hangs') return new Promise(() => undefined);
    if (fault === 'bug_skips_audit' || fault === 'bug_audits_afterwards')
      return unaudited(good, batch, fault);
    const [first, ...others] = batch.audit;
    if (fault === 'duplicate_id')
      return good.unitOfWork.commit({
        ...batch,
        audit: [{ ...first, auditEventId: lastEventId }, ...others],
      });
    const outcome = await good.unitOfWork.commit(batch);
    lastEventId = first.auditEventId;
    return outcome;
  };
  const store = {
    ...good,
    unitOfWork: { commit, observe: (changes) => good.unitOfWork.observe(changes) },
  } satisfies GovernanceStore;
  return {
    store,
    plant: (next) => {
      if (next === 'validator_rejects') alterFile(file, REJECT);
      else if (fault === 'validator_rejects') alterFile(file, 'DROP TRIGGER planted_validator');
      fault = next;
    },
  };
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

const alterFile = (file: string, sql: string): void => {
  const database = new Database(file);
  database.exec(sql);
  database.close();
};
