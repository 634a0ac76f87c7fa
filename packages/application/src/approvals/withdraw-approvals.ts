import type { AuditEvent, CallApproval, Scope } from '@govgate/domain';
import { decideWithdraw, stateChange } from '@govgate/domain/internal';
import {
  APPROVAL_LEDGER_ID,
  approvalLedgerKind,
  type Change,
  type CommitBatch,
  callApprovalKind,
  clientSessionKind,
  type Precondition,
  type Stored,
  type UnitOfWork,
} from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { type Ending, endingsOf } from './ended-approvals.js';

/** Open approvals per environment, limited so that one commit can withdraw them all. */
export const MOST_OPEN_APPROVALS = 1_000;

type Deps = Pick<Ports, 'records' | 'ids' | 'clock'>;

/**
 * Adds to each commit the withdrawals of the approvals it ends, with their events. It examines what a commit does, not who makes it, so
 * that no use case, import or job can forget it (ADR 37).
 */
export const withApprovalWithdrawals = (unitOfWork: UnitOfWork, deps: Deps): UnitOfWork => ({
  observe: (changes) => unitOfWork.observe(changes),
  commit: async (batch) => {
    const withdrawals = await Promise.all(endingsOf(batch).map((here) => withdrawalsIn(deps, batch, here)));
    if (withdrawals.length === 0) return unitOfWork.commit(batch);
    return unitOfWork.commit({
      ...batch,
      changes: [...batch.changes, ...withdrawals.flatMap(({ changes }) => changes)],
      preconditions: [
        ...(batch.preconditions ?? []),
        ...withdrawals.map(({ preconditions }) => preconditions),
      ],
      audit: [...batch.audit, ...withdrawals.flatMap(({ events }) => events)],
    });
  },
});

/** The withdrawals of one environment. An approval that is requested meanwhile changes the ledger that is a precondition of the commit. */
interface Withdrawals {
  readonly changes: readonly Change[];
  readonly events: readonly AuditEvent[];
  readonly preconditions: Precondition<typeof approvalLedgerKind>;
}

const withdrawalsIn = async (
  deps: Deps,
  batch: CommitBatch,
  endings: readonly Ending[],
): Promise<Withdrawals> => {
  const [{ scope }] = endings as readonly [Ending];
  const ledger = await deps.records.get(approvalLedgerKind, scope, APPROVAL_LEDGER_ID);
  const withdrawals = ledger === undefined ? [] : await ended(deps, scope, endings);
  const written = withdrawals.flatMap(({ stored, reasonCode }) => {
    const decided = decideWithdraw(stored.record, deps.clock.now());
    if (decided.kind === 'no_change') return [];
    const { record: approval, changedFields } = decided;
    const change = { kind: callApprovalKind, record: approval, expectedVersion: stored.version };
    const event = withdrawnEvent(deps, batch, { before: stored.record, approval, changedFields, reasonCode });
    return [{ change, event }];
  });
  return {
    changes: written.map(({ change }) => change),
    events: written.map(({ event }) => event),
    preconditions: {
      kind: approvalLedgerKind,
      scope,
      id: APPROVAL_LEDGER_ID,
      version: ledger?.version ?? null,
    },
  };
};

interface Ended {
  readonly stored: Stored<CallApproval>;
  readonly reasonCode: string;
}

const ended = async ({ records }: Deps, scope: Scope, endings: readonly Ending[]): Promise<Ended[]> => {
  const open = await records.page(callApprovalKind, scope, {
    where: { is: { open: 1 } },
    limit: MOST_OPEN_APPROVALS,
  });
  if (open.items.length === 0) return [];
  const ids = [...new Set(open.items.map(({ record }) => record.clientSessionId))];
  const sessions = new Map(
    (await records.getMany(clientSessionKind, scope, ids)).map(({ record }) => [
      record.clientSessionId,
      record,
    ]),
  );
  return open.items.flatMap((stored) => {
    const session = sessions.get(stored.record.clientSessionId);
    const by = endings.find(({ ends }) => ends(stored.record, session));
    return by === undefined ? [] : [{ stored, reasonCode: by.reasonCode }];
  });
};

interface Withdrawal {
  readonly before: CallApproval;
  readonly approval: CallApproval;
  readonly changedFields: readonly string[];
  readonly reasonCode: string;
}

// Attributed to the call that caused it.
const withdrawnEvent = (
  { ids }: Deps,
  { audit: [{ occurredAt, actor, requestId, correlationId, resource: cause }] }: CommitBatch,
  { before, approval, changedFields, reasonCode }: Withdrawal,
): AuditEvent => ({
  auditEventId: ids.mint('auditEvent'),
  occurredAt,
  tenantId: approval.tenantId,
  environmentId: approval.environmentId,
  eventType: 'approval.withdrawn',
  outcome: 'success',
  actor,
  action: 'withdraw',
  resource: { resourceType: 'approval', resourceId: approval.approvalId, version: null },
  reasonCode,
  reason: null,
  requestId,
  correlationId,
  changedFields,
  relatedIds: [cause.resourceId].filter((id) => id !== ''),
  ...stateChange(before, approval),
});
