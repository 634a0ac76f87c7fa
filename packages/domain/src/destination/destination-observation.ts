import type { Instant } from '../instant.js';
import { type DeliveryStatus, NEVER_DELIVERED } from './delivery-status.js';
import type { Destination } from './destination.js';

/** What was seen of a destination's deliveries. Facts, written without an audit event of their own. */
export interface DestinationObservation {
  readonly destinationId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** Of the check or delivery of the destination's kind. */
  readonly delivery: DeliveryStatus;
  /** Of the continuous export. */
  readonly auditExport: DeliveryStatus;
  readonly failuresInARow: number;
  /** When the row of failures began; null while nothing fails. */
  readonly failingSince: Instant | null;
}

/** What is known of a destination before its first delivery. */
export const newDestinationObservation = (
  destination: Pick<Destination, 'destinationId' | 'tenantId' | 'environmentId'>,
): DestinationObservation => ({
  destinationId: destination.destinationId,
  tenantId: destination.tenantId,
  environmentId: destination.environmentId,
  delivery: NEVER_DELIVERED,
  auditExport: NEVER_DELIVERED,
  failuresInARow: 0,
  failingSince: null,
});
