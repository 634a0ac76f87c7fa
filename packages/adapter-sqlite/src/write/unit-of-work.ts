import type { AuditEvent, SealedAuditEvent, Sha256Hex } from '@govgate/domain';
import { type CommitBatch, type CommitOutcome, PortUnavailable, type UnitOfWork } from '@govgate/ports';
import { reasonOf } from '../driver/sql-error.js';
import type { KindTables } from '../kinds/kind-table.js';
import { appendEvents } from './audit-writer.js';
import { type ReadyChange, readyChange, writeChanges } from './change-writer.js';
import type { Failpoint } from './failpoint.js';
import { appendOutboxEntry, appendRevocation } from './feed-writer.js';
import { brokenPrecondition, type ReadyPrecondition, readyPrecondition } from './preconditions.js';
import type { UnitAnswer, WriteGroup } from './write-group.js';
import type { WriteQueue } from './write-queue.js';

interface UnitDeps {
  readonly queue: WriteQueue;
  readonly tables: KindTables;
  readonly hash: Sha256Hex;
  readonly failpoint: Failpoint;
}

/** Writes through the queue: each batch is one unit of a group. */
export const sqliteUnitOfWork = (deps: UnitDeps): UnitOfWork => ({
  async commit(batch) {
    const changes = batch.changes.map((change) => readyChange(deps.tables, change));
    const preconditions = (batch.preconditions ?? []).map((precondition) =>
      readyPrecondition(deps.tables, precondition),
    );
    return deps.queue.add((group) => commitUnit(deps, group, { batch, preconditions, changes }));
  },
  async observe(given) {
    const changes = given.map((change) => readyChange(deps.tables, change));
    return deps.queue.add((group) => {
      const committed = writeChanges(group, changes) === undefined;
      return { keep: committed, answer: { committed } };
    });
  },
});

interface ReadyBatch {
  readonly preconditions: readonly ReadyPrecondition[];
  readonly changes: readonly ReadyChange[];
}

interface ReadyUnit extends ReadyBatch {
  readonly batch: CommitBatch;
}

const commitUnit = (
  { hash, failpoint }: UnitDeps,
  group: WriteGroup,
  { batch, preconditions, changes }: ReadyUnit,
): UnitAnswer<CommitOutcome> => {
  const conflict = brokenPrecondition(group, preconditions) ?? writeChanges(group, changes);
  if (conflict !== undefined) return { keep: false, answer: { committed: false, conflict } };
  failpoint('after_state_write');
  const audit = writeAudit(group, batch, { hash, failpoint });
  const revocations = (batch.revocations ?? []).map((revocation) =>
    appendRevocation(group, revocation, batch.now?.()),
  );
  for (const entry of batch.outbox ?? []) appendOutboxEntry(group, entry);
  moveRevisions(group, batch.audit, changes);
  return { keep: true, answer: { committed: true, audit, revocations } };
};

interface UnitParts {
  readonly hash: Sha256Hex;
  readonly failpoint: Failpoint;
}

const writeAudit = (
  group: WriteGroup,
  { audit, mac }: CommitBatch,
  { hash, failpoint }: UnitParts,
): SealedAuditEvent[] => {
  try {
    const sealed = appendEvents(group, audit, { hash, mac });
    failpoint('after_audit_write');
    return sealed;
  } catch (thrown) {
    throw new PortUnavailable('audit', { cause: thrown, reason: reasonOf(thrown) });
  }
};

const moveRevisions = (
  group: WriteGroup,
  events: readonly AuditEvent[],
  changes: readonly ReadyChange[],
): void => {
  const touched = changes.map(({ key }) => key.tenantId).filter((tenantId) => tenantId !== '');
  const authorization = changes.some(({ table }) => table.kind.authorization) ? 1 : 0;
  for (const tenantId of new Set([...events.map((event) => event.tenantId), ...touched]))
    group.moveContent(tenantId, { authorization });
};
