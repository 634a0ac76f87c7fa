import type { DeliveryReason, DeliveryTest, Scope } from '@govgate/domain';
import { type DeliveryProbe, deliveryTestKind, destinationKind, type JobHandler } from '@govgate/ports';
import type { Ports } from '../call/ports.js';
import { completeTest } from './complete-test.js';

type Deps = Pick<Ports, 'records' | 'unitOfWork' | 'clock' | 'ids'> & {
  readonly deliveryProbe: Pick<DeliveryProbe, 'check'>;
};

/** Makes a check that was asked for, unless it is made already. Its references are resolved by the probe, nowhere before. */
export const makeRunDeliveryTest =
  (deps: Deps): JobHandler['run'] =>
  async ({ tenantId, environmentId, subjectId }) => {
    const scope = { tenantId, environmentId: environmentId ?? '' };
    const test = await deps.records.get(deliveryTestKind, scope, subjectId);
    if (test === undefined || test.record.state === 'completed') return;
    await completeTest(deps, scope, { testId: subjectId, reasonCode: await check(deps, scope, test.record) });
  };

const check = async (deps: Deps, scope: Scope, test: DeliveryTest): Promise<DeliveryReason> => {
  const destination = await deps.records.get(destinationKind, scope, test.destinationId);
  if (destination === undefined || !destination.record.enabled) return 'destination_disabled';
  const outcome = await deps.deliveryProbe.check({
    target: destination.record,
    eventId: test.eventId,
    requestId: test.requestId,
    time: test.requestedAt,
  });
  return outcome.reasonCode;
};
