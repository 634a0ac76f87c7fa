import type { Instant } from '../instant.js';
import { type DeliveryStatus, NEVER_DELIVERED } from './delivery-status.js';
import type { Destination } from './destination.js';

/** The observed deliveries of a destination. Facts, written without audit events. */
export interface DestinationObservation {
  readonly destinationId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** From checks or deliveries specific to its kind. */
  readonly delivery: DeliveryStatus;
  /** From continuous export. */
  readonly auditExport: DeliveryStatus;
  readonly failuresInARow: number;
  /** When the current failures began; null if there are none. */
  readonly failingSince: Instant | null;
}

/** A destination's observation before its first delivery. */
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
