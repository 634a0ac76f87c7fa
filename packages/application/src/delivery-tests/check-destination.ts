import {
  type DeliveryStatus,
  type DeliveryTest,
  type Destination,
  newDestinationObservation,
} from '@govgate/domain';
import { type DeliveryProbe, deliveryTestKind } from '@govgate/ports';
import { type AuditCaller, auditEventBy } from '../call/audit-event.js';
import type { Ports } from '../call/ports.js';
import { DELIVERY_CHECK } from '../jobs/hand-on.js';
import { makeRunDeliveryTest } from './run-delivery-test.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'> & {
  readonly deliveryProbe: Pick<DeliveryProbe, 'check'>;
};

/** Checks a destination in this very process, with both events, for the command line: no queue and no worker takes part. */
export const checkDestination = async (
  deps: Deps,
  caller: AuditCaller,
  { tenantId, environmentId, destinationId }: Destination,
): Promise<DeliveryStatus> => {
  const scope = { tenantId, environmentId };
  const testId = deps.ids.mint('outbox');
  const event = auditEventBy(deps, caller, {
    eventType: 'siem_webhook.test_requested',
    action: 'test',
    environmentId,
    resourceId: destinationId,
    relatedIds: [testId],
  });
  const now = deps.clock.now();
  const test: DeliveryTest = {
    ...scope,
    testId,
    destinationId,
    requestId: caller.requestId,
    eventId: event.auditEventId,
    state: 'queued',
    generation: 1,
    handedOutAt: now,
    requestedAt: now,
    completedAt: null,
    outcome: null,
  };
  const change = { kind: deliveryTestKind, record: test, expectedVersion: null };
  await deps.unitOfWork.commit({ changes: [change], audit: [event] });
  const job = {
    job: DELIVERY_CHECK,
    jobId: testId,
    ...scope,
    subjectId: testId,
    requestId: caller.requestId,
  };
  await makeRunDeliveryTest(deps)(job, { aborted: false });
  const done = await deps.records.get(deliveryTestKind, scope, testId);
  return done?.record.outcome ?? newDestinationObservation({ ...scope, destinationId }).delivery;
};
