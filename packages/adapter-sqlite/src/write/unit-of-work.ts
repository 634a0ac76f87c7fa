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
    const unit: ReadyUnit = {
      batch,
      changes: batch.changes.map((change) => readyChange(deps.tables, change)),
      preconditions: (batch.preconditions ?? []).map((one) => readyPrecondition(deps.tables, one)),
    };
    return deps.queue.add((group) => commitUnit(deps, group, unit));
  },
  async observe(given) {
    const changes = given.map((change) => readyChange(deps.tables, change));
    return deps.queue.add((group) => {
      const committed = writeChanges(group, changes) === undefined;
      return { keep: committed, answer: { committed } };
    });
  },
});

interface ReadyUnit {
  readonly batch: CommitBatch;
  readonly changes: readonly ReadyChange[];
  readonly preconditions: readonly ReadyPrecondition[];
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

const writeAudit = (
  group: WriteGroup,
  { audit, mac }: CommitBatch,
  { hash, failpoint }: Pick<UnitDeps, 'hash' | 'failpoint'>,
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
  const tenants = new Set<string>();
  let authorization = 0;
  for (const { tenantId } of events) tenants.add(tenantId);
  for (const { key, table } of changes) {
    tenants.add(key.tenantId);
    if (table.kind.authorization) authorization = 1;
  }
  // Records of the installation are of no tenant.
  for (const tenantId of tenants) if (tenantId !== '') group.moveContent(tenantId, { authorization });
};
