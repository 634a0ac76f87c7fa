import type { Instant } from '../instant.js';
import { defineClasses } from '../redaction/classes.js';
import {
  type DeliveryReason,
  type DeliveryRow,
  type DeliveryStatus,
  statusAfterDelivery,
} from './delivery-status.js';

/** A check of a destination that somebody asked for (docs/spec/destinations.md#test): what is still to do of it, and what came of it. */
export interface DeliveryTest {
  readonly testId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  readonly destinationId: string;
  readonly requestId: string;
  /** The audit event of the request. The synthetic event that is sent has its id, in every try. */
  readonly eventId: string;
  readonly state: 'queued' | 'completed';
  /** How often the work was handed out, and when last. */
  readonly generation: number;
  readonly handedOutAt: Instant;
  readonly requestedAt: Instant;
  readonly completedAt: Instant | null;
  /** How the destination stood after it; null until then. */
  readonly outcome: DeliveryStatus | null;
}

/** Field classes of a check. */
export const deliveryTestClasses = defineClasses<DeliveryTest>()({
  testId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  destinationId: 'public',
  requestId: 'public',
  eventId: 'public',
  state: 'public',
  generation: 'public',
  handedOutAt: 'public',
  requestedAt: 'public',
  completedAt: 'public',
  outcome: 'public',
});

/** After so many hand-outs that came to nothing a check is given up. */
export const MOST_GENERATIONS = 10;

const NO_DELIVERY: readonly DeliveryReason[] = [
  'not_applicable',
  'destination_disabled',
  'retries_exhausted',
];

/**
 * The status of a destination after a check. A check that sent nothing, because nothing can be delivered to the kind, the
 * destination was disabled meanwhile or no worker could do it, is no failure of the endpoint and counts in no series.
 */
export const rowAfterCheck = (before: DeliveryRow, outcome: DeliveryReason, now: Instant): DeliveryRow => {
  if (!NO_DELIVERY.includes(outcome)) return statusAfterDelivery(before, outcome, now);
  const status = outcome === 'not_applicable' ? 'not_configured' : 'unknown';
  return {
    ...before,
    delivery: {
      status: outcome === 'destination_disabled' ? 'disabled' : status,
      checkedAt: now,
      reasonCode: outcome,
      lastError: outcome === 'retries_exhausted' ? { reasonCode: outcome, retryable: false } : null,
    },
  };
};
