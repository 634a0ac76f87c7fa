import {
  type AuditEvent,
  type CallApproval,
  type ClientSession,
  decideWithdraw,
  type FencedSession,
  isLive,
  type PolicyVersion,
  type Revocation,
  type Scope,
  stateChange,
} from '@govgate/domain';
import {
  APPROVAL_LEDGER_ID,
  approvalLedgerKind,
  type Change,
  type CommitBatch,
  callApprovalKind,
  clientSessionKind,
  type Premise,
  type Put,
  policyVersionKind,
  type Stored,
  type UnitOfWork,
} from '@govgate/ports';
import { LRUCache } from 'lru-cache';
import type { Ports } from '../call/ports.js';

/** Open approvals per environment, limited so that one commit can withdraw them all. */
export const MOST_OPEN_APPROVALS = 1_000;

type Deps = Pick<Ports, 'records' | 'ids' | 'clock'>;

/**
 * A unit of work whose commits withdraw every approval they invalidate: of another policy version than the one they activate, of a session
 * they end, of sessions their revocations cover (docs/spec/approvals.md). It examines what a commit does, not who makes it, so that no use
 * case, import or job can forget it (ADR 37).
 */
export const withdrawingApprovals = (unitOfWork: UnitOfWork, deps: Deps): UnitOfWork => {
  const withoutLedger: WithoutLedger = new LRUCache({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
  const remembering = { ...deps, withoutLedger };
  return {
    observe: (changes) => unitOfWork.observe(changes),
    commit: async (batch) => {
      const endings = endingsByScope(batch);
      if (endings.size === 0) return unitOfWork.commit(batch);
      const commit = async () => unitOfWork.commit(await withWithdrawals(remembering, batch, endings));
      const assumed = [...endings.keys()].filter((key) => withoutLedger.has(key));
      const outcome = await commit();
      const isOver = outcome.committed || outcome.conflict.kind !== approvalLedgerKind.name;
      if (isOver || assumed.length === 0) return outcome;
      for (const key of assumed) withoutLedger.delete(key);
      return commit();
    },
  };
};

/** Environments that are cached; more than a process serves at a time. */
const REMEMBERED = 10_000;

/**
 * Environments in which no approval had been requested. Every commit is conditional on that absence, so one that wrongly assumed it fails.
 */
type WithoutLedger = LRUCache<string, true>;

/** What a commit ends in one environment. */
interface Ending {
  readonly scope: Scope;
  readonly reasonCode: string;
  readonly ends: (approval: CallApproval, session: ClientSession | undefined) => boolean;
}

const withWithdrawals = async (
  deps: Deps & { readonly withoutLedger: WithoutLedger },
  batch: CommitBatch,
  endings: EndingsByScope,
): Promise<CommitBatch> => {
  const changes: Change[] = [];
  const events: AuditEvent[] = [];
  const standsOn: Premise[] = [];
  for (const [key, { scope, here }] of endings) {
    const ledger = deps.withoutLedger.has(key)
      ? undefined
      : await deps.records.get(approvalLedgerKind, scope, APPROVAL_LEDGER_ID);
    standsOn.push({
      kind: approvalLedgerKind,
      scope,
      id: APPROVAL_LEDGER_ID,
      version: ledger?.version ?? null,
    });
    if (ledger === undefined) {
      deps.withoutLedger.set(key, true);
      continue;
    }
    for (const { stored, reasonCode } of await ended(deps, scope, here)) {
      const decided = decideWithdraw(stored.record, deps.clock.now());
      if (decided.kind === 'no_change') continue;
      changes.push({ kind: callApprovalKind, record: decided.record, expectedVersion: stored.version });
      events.push(
        withdrawnEvent(deps, batch, {
          before: stored.record,
          approval: decided.record,
          changedFields: decided.changedFields,
          reasonCode,
        }),
      );
    }
  }
  return {
    ...batch,
    changes: [...batch.changes, ...changes],
    standsOn: [...(batch.standsOn ?? []), ...standsOn],
    audit: [...batch.audit, ...events],
  };
};

const endingOf = (change: Change): readonly Ending[] => {
  if (!('record' in change)) return [];
  if (change.kind === policyVersionKind)
    return endingByPolicy((change as Put<typeof policyVersionKind>).record);
  if (change.kind === clientSessionKind)
    return endingBySession((change as Put<typeof clientSessionKind>).record);
  return [];
};

// The newly active version, and any others that stop being so, as with an import.
const endingByPolicy = ({ policyVersion, status, ...scope }: PolicyVersion): readonly Ending[] =>
  status === 'draft'
    ? []
    : [
        {
          scope: scopeOf(scope),
          reasonCode: 'policy_published',
          ends: (approval) => (approval.policyVersion === policyVersion) !== (status === 'active'),
        },
      ];

const endingBySession = ({ clientSessionId, state, ...scope }: ClientSession): readonly Ending[] =>
  isLive(state)
    ? []
    : [
        {
          scope: scopeOf(scope),
          reasonCode: 'session_ended',
          ends: (approval) => approval.clientSessionId === clientSessionId,
        },
      ];

// An entry that lifts a revocation withdraws nothing.
const endingByRevocation = (revocation: Revocation): readonly Ending[] =>
  revocation.lifts === undefined
    ? [
        {
          scope: scopeOf(revocation),
          reasonCode: 'revoked',
          ends: (approval, session) => covers(revocation, approval, session),
        },
      ]
    : [];

// A session that exists when the revocation is committed is covered by it, whatever the clocks say.
const covers = (
  { subjectType, subjectId }: Revocation,
  approval: CallApproval,
  session: FencedSession | undefined,
): boolean => {
  switch (subjectType) {
    case 'client_session':
      return approval.clientSessionId === subjectId;
    case 'user':
      return approval.userId === subjectId;
    case 'agent':
      return approval.agentId === subjectId;
    case 'client_surface':
      return session === undefined || session.clientSurfaceId === subjectId;
    case 'credential_binding':
      return session === undefined || session.credentialBindingIds.includes(subjectId);
    case 'mcp_tool':
      return `${approval.serverId}/${approval.toolId}` === subjectId;
    default:
      return true;
  }
};

const scopeOf = ({ tenantId, environmentId }: Scope): Scope => ({ tenantId, environmentId });

type EndingsByScope = ReadonlyMap<string, { readonly scope: Scope; readonly here: readonly Ending[] }>;

const endingsByScope = (batch: CommitBatch): EndingsByScope => {
  const endings = [
    ...batch.changes.flatMap(endingOf),
    ...(batch.revocations ?? []).flatMap(endingByRevocation),
  ];
  const grouped = new Map<string, { scope: Scope; here: Ending[] }>();
  for (const ending of endings) {
    const key = JSON.stringify([ending.scope.tenantId, ending.scope.environmentId]);
    const group = grouped.get(key);
    if (group === undefined) grouped.set(key, { scope: ending.scope, here: [ending] });
    else group.here.push(ending);
  }
  return grouped;
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
