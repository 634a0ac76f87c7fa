import { DELIVERY_RETRY_SECONDS, DISABLE_AFTER_HOURS } from '../destination/change-destination.js';
import type { DeliveryReason, DestinationReference } from '../destination/delivery-status.js';
import type { Destination } from '../destination/destination.js';
import { addSeconds, type Instant } from '../instant.js';
import { defineClasses } from '../redaction/classes.js';

/**
 * How far a destination has followed its tenant's trail, and who delivers to it (docs/spec/destinations.md). The trail is the queue: nothing is
 * copied. Each write of a lane moves its version and names the version its writer holds: so a holder whose lease was taken over can no
 * longer move anything.
 */
export interface ExportLane {
  readonly destinationId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** The last event that was delivered, dead-lettered or not wanted. */
  readonly sequence: number;
  readonly since: Instant;
  /** The size of the newest delivered checkpoint; absent in an older record: none. */
  readonly checkpointSize?: number;
  /** Who delivers, until when, and the number of takeovers. "" if nobody does. */
  readonly holder: string;
  readonly leaseUntil: Instant;
  readonly fence: number;
  readonly lastAttemptAt: Instant | null;
  readonly lastDeliveredAt: Instant | null;
  readonly lastReason: DeliveryReason;
  /** The reference that resolved to nothing usable at the last attempt; null if none did. */
  readonly unusableReference: DestinationReference | null;
  readonly failuresInARow: number;
  readonly failingSince: Instant | null;
  /** No attempt before this time; null: immediately. */
  readonly nextAttemptAt: Instant | null;
  readonly delivered: number;
  readonly refused: number;
  readonly refusalReportedAt: Instant | null;
  readonly attempts: number;
}

/** Field classes of a lane. */
export const exportLaneClasses = defineClasses<ExportLane>()({
  destinationId: 'public',
  tenantId: 'public',
  environmentId: 'public',
  sequence: 'public',
  since: 'public',
  checkpointSize: 'public',
  holder: 'public',
  leaseUntil: 'public',
  fence: 'public',
  lastAttemptAt: 'public',
  lastDeliveredAt: 'public',
  lastReason: 'public',
  unusableReference: 'public',
  failuresInARow: 'public',
  failingSince: 'public',
  nextAttemptAt: 'public',
  delivered: 'public',
  refused: 'public',
  refusalReportedAt: 'public',
  attempts: 'public',
});

/** A lane that begins after a sequence. */
export const newExportLane = (
  {
    destinationId,
    tenantId,
    environmentId,
  }: Pick<Destination, 'destinationId' | 'tenantId' | 'environmentId'>,
  sequence: number,
  now: Instant,
): ExportLane => ({
  destinationId,
  tenantId,
  environmentId,
  sequence,
  since: now,
  checkpointSize: 0,
  holder: '',
  leaseUntil: now,
  fence: 0,
  lastAttemptAt: null,
  lastDeliveredAt: null,
  lastReason: 'never_checked',
  unusableReference: null,
  failuresInARow: 0,
  failingSince: null,
  nextAttemptAt: null,
  delivered: 0,
  refused: 0,
  refusalReportedAt: null,
  attempts: 0,
});

/** How long a lease lasts; a dead process is succeeded within that time. In seconds. */
export const LEASE_SECONDS = 25;

/** The lane acquired by a holder, or undefined while somebody else's lease lasts. */
export const withLease = (lane: ExportLane, holder: string, now: Instant): ExportLane | undefined => {
  const isOwn = lane.holder === holder;
  if (!isOwn && lane.holder !== '' && lane.leaseUntil > now) return undefined;
  const leaseUntil = addSeconds(now, LEASE_SECONDS);
  return { ...lane, holder, leaseUntil, fence: isOwn ? lane.fence : lane.fence + 1 };
};

/** The released lane. */
export const withoutLease = (lane: ExportLane): ExportLane => ({ ...lane, holder: '' });

/** The lane after events were delivered. */
export const afterDelivery = (lane: ExportLane, delivered: number, now: Instant): ExportLane => ({
  ...lane,
  lastAttemptAt: now,
  lastDeliveredAt: now,
  lastReason: 'delivered',
  unusableReference: null,
  failuresInARow: 0,
  failingSince: null,
  nextAttemptAt: null,
  delivered: lane.delivered + delivered,
});

/** Random share of a delay added or subtracted, so that destinations that failed together do not retry together. */
const JITTER = 0.2;

/**
 * Seconds until the next attempt after a number of consecutive failures; `random` from 0 to 1. The receiver's own request takes precedence.
 */
export const retrySeconds = (
  failuresInARow: number,
  retryAfterSeconds: number | null,
  random: number,
): number => {
  if (retryAfterSeconds !== null) return Math.max(1, retryAfterSeconds);
  const last = DELIVERY_RETRY_SECONDS.length - 1;
  const seconds = DELIVERY_RETRY_SECONDS[Math.min(failuresInARow - 1, last)] ?? DELIVERY_RETRY_SECONDS[last];
  return (seconds ?? 0) * (1 + JITTER * (2 * random - 1));
};

/** The lane after a failed attempt. */
export const afterFailure = (
  lane: ExportLane,
  reasonCode: DeliveryReason,
  {
    retryAfterSeconds,
    unusableReference = null,
    random,
    now,
  }: {
    readonly retryAfterSeconds: number | null;
    readonly unusableReference?: DestinationReference | null | undefined;
    readonly random: number;
    readonly now: Instant;
  },
): ExportLane => {
  const failuresInARow = lane.failuresInARow + 1;
  return {
    ...lane,
    lastAttemptAt: now,
    lastReason: reasonCode,
    unusableReference,
    failuresInARow,
    failingSince: lane.failingSince ?? now,
    nextAttemptAt: addSeconds(now, retrySeconds(failuresInARow, retryAfterSeconds, random)),
  };
};

/** When a failing destination is disabled: 120 hours after its last success, whenever the next attempt is due. null: it is not failing. */
export const disabledFrom = ({ failingSince }: ExportLane): Instant | null =>
  failingSince === null ? null : addSeconds(failingSince, DISABLE_AFTER_HOURS * 3_600);

/**
 * The lane after its destination was changed, enabled or successfully checked: the next attempt is immediate, and the count of failures
 * restarts.
 */
export const afterChange = (lane: ExportLane): ExportLane => ({
  ...lane,
  failuresInARow: 0,
  failingSince: null,
  nextAttemptAt: null,
});

/** After this many consecutive rejected events, with none accepted in between, it is the destination that refuses, whatever comes next. */
export const MOST_REFUSED_IN_A_ROW = 20;

/** How often the trail records a destination's rejections, in seconds. */
export const REFUSAL_REPORT_SECONDS = 3_600;
