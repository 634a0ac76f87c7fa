import type { DeliveryReason, DeliveryTest, Scope } from '@govgate/domain';
import { newDestinationObservation, rowAfterCheck } from '@govgate/domain/internal';
import { type CommitBatch, deliveryTestKind, destinationObservationKind, type Stored } from '@govgate/ports';
import { auditEventBy, systemCaller } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'>;

const TRIES = 20;

interface EndedTest {
  readonly testId: string;
  readonly reasonCode: DeliveryReason;
}

/**
 * Keeps the outcome of a check: the check itself, the status of its destination, and the event, in one commit. Of several
 * workers that made the same check the first one's outcome counts; the others find it completed and write nothing.
 */
export const completeTest = async (
  deps: Deps,
  scope: Scope,
  { testId, reasonCode }: EndedTest,
): Promise<void> => {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const test = await deps.records.get(deliveryTestKind, scope, testId);
    if (test === undefined || test.record.state === 'completed') return;
    const outcome = await deps.unitOfWork.commit(await completion(deps, scope, { stored: test, reasonCode }));
    if (outcome.committed) return;
  }
  throw new Error('the outcome of a check met a conflict again and again');
};

interface Completed {
  readonly stored: Stored<DeliveryTest>;
  readonly reasonCode: DeliveryReason;
}

const completion = async (
  deps: Deps,
  scope: Scope,
  { stored: { record: test, version }, reasonCode }: Completed,
): Promise<CommitBatch> => {
  const observed = await deps.records.get(destinationObservationKind, scope, test.destinationId);
  const before = observed?.record ?? newDestinationObservation(test);
  const now = deps.clock.now();
  const row = rowAfterCheck(before, reasonCode, now);
  const completed: DeliveryTest = { ...test, state: 'completed', completedAt: now, outcome: row.delivery };
  const event = auditEventBy(deps, systemCaller('worker', scope.tenantId, test.requestId), {
    eventType: 'siem_webhook.test_completed',
    action: 'test',
    environmentId: scope.environmentId,
    resourceId: test.destinationId,
    outcome: reasonCode === 'delivered' ? 'success' : 'failure',
    reasonCode,
    relatedIds: [test.testId],
  });
  return {
    changes: [
      { kind: deliveryTestKind, record: completed, expectedVersion: version },
      {
        kind: destinationObservationKind,
        record: { ...before, ...row },
        expectedVersion: observed?.version ?? null,
      },
    ],
    audit: [event],
  };
};
