import { type FailpointName, openSqliteStore } from '@govgate/adapter-sqlite';
import { ALL_KINDS, type CommitBatch, type GovernanceStore } from '@govgate/ports';
import { startTestService } from './test-service.js';

/** Where a process may be killed: the store's own points, and the two beside a job's hand-over. */
export const KILL_POINTS = [
  'before_txn',
  'after_state_write',
  'after_audit_write',
  'after_commit',
  'before_enqueue',
  'before_mark',
] as const;

export type KillPoint = (typeof KILL_POINTS)[number];

/**
 * A service that kills itself at a point of a call's commit. An entry of its own, for tests: no setting of the product
 * reaches a failpoint, and this file is no part of the bundle.
 */
const serveUntil = async (file: string, point: KillPoint): Promise<void> => {
  let committing = false;
  const reach = (name: FailpointName | KillPoint): void => {
    // A kill from within leaves no time for anything: as a power cut does.
    if (armed && committing && name === point) process.kill(process.pid, 'SIGKILL');
  };
  let armed = false;
  const good = await openSqliteStore({ file, kinds: ALL_KINDS, failpoint: reach });
  const commit = async (batch: CommitBatch) => {
    committing = true;
    const outcome = await good.unitOfWork.commit(batch);
    if (batch.outbox !== undefined && batch.outbox.length > 0) reach('before_enqueue');
    return outcome;
  };
  const store: GovernanceStore = {
    ...good,
    unitOfWork: { commit, observe: (changes) => good.unitOfWork.observe(changes) },
    outbox: {
      pending: (limit) => good.outbox.pending(limit),
      markDone: async (entryIds) => {
        reach('before_mark');
        return good.outbox.markDone(entryIds);
      },
    },
  };
  const service = await startTestService({ store });
  armed = true;
  committing = false;
  process.stderr.write(`govgate listens on ${service.url}\n`);
};

const [, entry = '', file, point] = process.argv;
if (/failpoint-service\.(ts|mjs)$/.test(entry) && file !== undefined && point !== undefined)
  await serveUntil(file, point as KillPoint);
