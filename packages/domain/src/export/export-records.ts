import type { AuditEventType } from '../audit/event-types.js';
import type { DeliveryReason } from '../destination/delivery-status.js';
import type { Instant } from '../instant.js';
import { defineClasses } from '../redaction/classes.js';

interface OfDestination {
  readonly destinationId: string;
  readonly tenantId: string;
  readonly environmentId: string;
}

/** An event rejected by a destination and passed by its lane (docs/spec/destinations.md). Its content stays in the trail. */
export interface DeadLetter extends OfDestination {
  readonly deadLetterId: string;
  readonly sequence: number;
  /** Equal to `sequence`, unless the receiver reported how many it rejected and not which. */
  readonly lastSequence: number;
  readonly count: number;
  readonly eventId: string;
  readonly eventType: AuditEventType;
  readonly reasonCode: DeliveryReason;
  readonly refusedAt: Instant;
}

/** One attempt, or a run of successful attempts. Without contents. */
export interface ExportDelivery extends OfDestination {
  readonly deliveryId: string;
  readonly attempt: number;
  readonly attemptedAt: Instant;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly events: number;
  readonly reasonCode: DeliveryReason;
  readonly latencyMs: number;
  readonly replayId: string | null;
}

/** A range of the trail requested to be sent again. */
export interface ExportReplay extends OfDestination {
  readonly replayId: string;
  readonly fromSequence: number;
  readonly toSequence: number;
  /** The last event sent, dead-lettered or not wanted; one below the range before it began. */
  readonly sequence: number;
  readonly state: 'running' | 'completed' | 'cancelled';
  readonly requestedBy: string;
  readonly requestedAt: Instant;
  readonly completedAt: Instant | null;
  readonly delivered: number;
}

/** Attempts kept per destination: the next one replaces the oldest. */
export const KEPT_DELIVERIES = 100;

export const deadLetterClasses = defineClasses<DeadLetter>()({
  deadLetterId: 'public',
  destinationId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  sequence: 'public',
  lastSequence: 'public',
  count: 'public',
  eventId: 'public',
  eventType: 'public',
  reasonCode: 'public',
  refusedAt: 'public',
});

export const exportDeliveryClasses = defineClasses<ExportDelivery>()({
  deliveryId: 'public',
  destinationId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  attempt: 'public',
  attemptedAt: 'public',
  firstSequence: 'public',
  lastSequence: 'public',
  events: 'public',
  reasonCode: 'public',
  latencyMs: 'public',
  replayId: 'public',
});

export const exportReplayClasses = defineClasses<ExportReplay>()({
  replayId: 'public',
  destinationId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  fromSequence: 'public',
  toSequence: 'public',
  sequence: 'public',
  state: 'public',
  requestedBy: 'public',
  requestedAt: 'public',
  completedAt: 'public',
  delivered: 'public',
});
