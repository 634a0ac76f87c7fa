import type { DeliveryReason, Destination, DestinationObservation } from '@govgate/domain';
import { newDestinationObservation, statusAfterDelivery } from '@govgate/domain/internal';
import { destinationObservationKind } from '@govgate/ports';
import type { ExportDeps } from './export-deps.js';
import { scopeOf } from './held-lane.js';

/**
 * Records the state of a destination's deliveries. A record changed by somebody else meanwhile is left to them: the next attempt records
 * again.
 */
export const observeDelivery = async (
  { records, unitOfWork, clock }: Pick<ExportDeps, 'records' | 'unitOfWork' | 'clock'>,
  destination: Destination,
  reasonCode: DeliveryReason,
): Promise<void> => {
  const scope = scopeOf(destination);
  const stored = await records.get(destinationObservationKind, scope, destination.destinationId);
  const before = stored?.record ?? newDestinationObservation(destination);
  const now = clock.now();
  const row = statusAfterDelivery(before, reasonCode, now);
  const record: DestinationObservation = { ...before, ...row, auditExport: row.delivery };
  await unitOfWork.observe([
    { kind: destinationObservationKind, record, expectedVersion: stored?.version ?? null },
  ]);
};
