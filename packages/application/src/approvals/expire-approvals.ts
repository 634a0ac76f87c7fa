import { type AuditEvent, addSeconds, type CallApproval, type Instant, type Scope } from '@govgate/domain';
import { decideExpire } from '@govgate/domain/internal';
import { callApprovalKind, type JobHandler, type Put, type Stored } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { eachEnvironment } from '../jobs/each-environment.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'>;

const BATCH = 200;
/** How long a closed approval is kept. The trail keeps its history permanently. */
const KEPT_SECONDS = 30 * 24 * 3600;

/**
 * Records expired approvals, and removes those closed thirty days ago, each with its event. Nothing depends on it: an approval past its
 * time counts as expired wherever it is read.
 */
export const makeSweepApprovals =
  (deps: Deps): JobHandler['run'] =>
  async (_, stop) => {
    for await (const scope of eachEnvironment(deps, stop)) {
      await expireLapsed(deps, scope);
      await removeClosed(deps, scope);
    }
  };

/** Records expiries in one environment. An approval decided meanwhile is left alone. */
export const expireLapsed = async (deps: Deps, scope: Scope): Promise<void> => {
  const now = deps.clock.now();
  const { items } = await deps.records.page(callApprovalKind, scope, {
    where: { is: { open: 1 }, range: { attribute: 'expiresAt', to: addSeconds(now, 0.001) } },
    limit: BATCH,
  });
  for (const stored of items) {
    const { change, event } = expiry(deps, stored, now);
    await deps.unitOfWork.commit({ changes: [change], audit: [event] });
  }
};

/** The expiry of an approval, as a change and its event. */
export const expiry = (
  deps: Pick<Deps, 'clock' | 'ids'>,
  stored: Stored<CallApproval>,
  now: Instant,
): { readonly change: Put<typeof callApprovalKind>; readonly event: AuditEvent } => {
  const decided = decideExpire(stored.record, now);
  return {
    change: { kind: callApprovalKind, record: decided.record, expectedVersion: stored.version },
    event: eventOf(deps, stored.record, {
      what: 'expired',
      changedFields: decided.kind === 'moved' ? decided.changedFields : [],
      after: decided.record,
    }),
  };
};

const removeClosed = async (deps: Deps, scope: Scope): Promise<void> => {
  const { items } = await deps.records.page(callApprovalKind, scope, {
    where: {
      is: { open: 0 },
      range: { attribute: 'closedAt', to: addSeconds(deps.clock.now(), -KEPT_SECONDS) },
    },
    limit: BATCH,
  });
  for (const stored of items)
    await deps.unitOfWork.commit({
      changes: [
        {
          kind: callApprovalKind,
          removed: { scope, id: stored.record.approvalId },
          expectedVersion: stored.version,
        },
      ],
      audit: [eventOf(deps, stored.record, { what: 'removed', changedFields: [] })],
    });
};

const VERBS = { expired: 'expire', removed: 'remove' } as const;

interface Ended {
  readonly what: keyof typeof VERBS;
  readonly changedFields: readonly string[];
  readonly after?: CallApproval;
}

const eventOf = (
  deps: Pick<Deps, 'clock' | 'ids'>,
  approval: CallApproval,
  { what, changedFields, after = approval }: Ended,
) => {
  const { tenantId, environmentId, approvalId, clientSessionId } = approval;
  return auditEventBy(deps, systemCaller('worker', tenantId, deps.ids.mint('request')), {
    eventType: `approval.${what}`,
    action: VERBS[what],
    environmentId,
    resourceId: approvalId,
    reasonCode: what,
    changedFields,
    relatedIds: [clientSessionId],
    moved: [approval, after],
  });
};
