import { ALL_KINDS, type CommitBatch, type GovernanceStore } from '@govgate/ports';
import type { KillPoint } from '../faults/kill-combinations.js';
import { startTestService } from '../test-service.js';

type Reach = (point: KillPoint) => void;

// Each adapter is only loaded where it is needed: the process starts in half the time.
const openAt = async (address: string, failpoint: Reach): Promise<GovernanceStore> => {
  if (address.startsWith('mongodb:'))
    return (await import('@govgate/adapter-mongo')).openMongoStore({
      url: address,
      kinds: ALL_KINDS,
      failpoint,
    });
  return (await import('@govgate/adapter-sqlite')).openSqliteStore({
    file: address,
    kinds: ALL_KINDS,
    failpoint,
  });
};

/**
 * A service that kills itself at a point of a call's commit. A separate entry, for tests: no setting of the product
 * reaches a failpoint, and this file is not part of the bundle.
 */
const serveUntil = async (address: string, point: KillPoint): Promise<void> => {
  let armed = false;
  let committing = false;
  const reach: Reach = (reached) => {
    // A kill from within leaves no time for anything, like a power cut.
    if (armed && committing && reached === point) process.kill(process.pid, 'SIGKILL');
  };
  const good = await openAt(address, reach);
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

const [, entry = '', address, point] = process.argv;
if (/failpoint-service\.(ts|mjs)$/.test(entry) && address !== undefined && point !== undefined)
  await serveUntil(address, point as KillPoint);
