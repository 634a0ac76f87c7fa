import { DELIVERY_RETRY_SECONDS, DISABLE_AFTER_HOURS } from '../destination/change-destination.js';
import type { DeliveryReason } from '../destination/delivery-status.js';
import type { Destination } from '../destination/destination.js';
import { addSeconds, epochMsOf, type Instant } from '../instant.js';
import { defineClasses } from '../redaction/classes.js';

/**
 * How far a destination has followed its tenant's trail, and who delivers for it (decisions, section 9). The trail is the
 * queue: nothing is copied. Each write of a lane moves its version and names the version that its writer holds:
 * so a holder whose lease was taken over can move nothing any more.
 */
export interface ExportLane {
  readonly destinationId: string;
  readonly tenantId: string;
  readonly environmentId: string;
  /** The last event that was delivered, set aside or not wanted. */
  readonly sequence: number;
  readonly since: Instant;
  /** The size of the newest checkpoint that was delivered; absent in a record from before: none was. */
  readonly checkpointSize?: number;
  /** Who delivers, until when, and how many times somebody took over. "" while nobody does. */
  readonly holder: string;
  readonly leaseUntil: Instant;
  readonly fence: number;
  readonly lastAttemptAt: Instant | null;
  readonly lastDeliveredAt: Instant | null;
  readonly lastReason: DeliveryReason;
  readonly failuresInARow: number;
  readonly failingSince: Instant | null;
  /** No attempt before this; null: at once. */
  readonly nextAttemptAt: Instant | null;
  readonly delivered: number;
  readonly refused: number;
  /** Refused one after the other with nothing accepted in between. */
  readonly refusedInARow: number;
  readonly refusalToldAt: Instant | null;
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
  failuresInARow: 'public',
  failingSince: 'public',
  nextAttemptAt: 'public',
  delivered: 'public',
  refused: 'public',
  refusedInARow: 'public',
  refusalToldAt: 'public',
  attempts: 'public',
});

/** A lane that begins behind a sequence. */
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
  failuresInARow: 0,
  failingSince: null,
  nextAttemptAt: null,
  delivered: 0,
  refused: 0,
  refusedInARow: 0,
  refusalToldAt: null,
  attempts: 0,
});

/** How long a lease lasts; a process that dies is followed within that time. In seconds. */
export const LEASE_SECONDS = 25;

/** The lane in a holder's hands, or undefined while somebody else's lease lasts. */
export const withLease = (lane: ExportLane, holder: string, now: Instant): ExportLane | undefined => {
  const isOwn = lane.holder === holder;
  if (!isOwn && lane.holder !== '' && lane.leaseUntil > now) return undefined;
  const leaseUntil = addSeconds(now, LEASE_SECONDS);
  return { ...lane, holder, leaseUntil, fence: isOwn ? lane.fence : lane.fence + 1 };
};

/** The lane let go of. */
export const withoutLease = (lane: ExportLane): ExportLane => ({ ...lane, holder: '' });

/** The lane after events were delivered. */
export const afterDelivery = (lane: ExportLane, delivered: number, now: Instant): ExportLane => ({
  ...lane,
  lastAttemptAt: now,
  lastDeliveredAt: now,
  lastReason: 'delivered',
  failuresInARow: 0,
  failingSince: null,
  nextAttemptAt: null,
  delivered: lane.delivered + delivered,
  refusedInARow: 0,
});

/** A share of a delay that is added or taken at random, so that destinations that failed together do not come back together. */
const JITTER = 0.2;

/** Seconds until the next try after so many failures in a row; `random` from 0 to 1. What the receiver asks for goes first. */
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

/** The lane after an attempt that came to nothing. */
export const afterFailure = (
  lane: ExportLane,
  reasonCode: DeliveryReason,
  {
    retryAfterSeconds,
    random,
    now,
  }: {
    readonly retryAfterSeconds: number | null;
    readonly random: number;
    readonly now: Instant;
  },
): ExportLane => {
  const failuresInARow = lane.failuresInARow + 1;
  return {
    ...lane,
    lastAttemptAt: now,
    lastReason: reasonCode,
    failuresInARow,
    failingSince: lane.failingSince ?? now,
    nextAttemptAt: addSeconds(now, retrySeconds(failuresInARow, retryAfterSeconds, random)),
  };
};

/** Whether a destination failed for so long that it is disabled: 120 hours without a success. */
export const hasFailedTooLong = ({ failingSince }: ExportLane, now: Instant): boolean =>
  failingSince !== null && epochMsOf(now) - epochMsOf(failingSince) >= DISABLE_AFTER_HOURS * 3_600_000;

/** The lane after somebody changed, enabled or successfully checked its destination: the next try is at once, and the count of failures starts over. */
export const afterChange = (lane: ExportLane): ExportLane => ({
  ...lane,
  failuresInARow: 0,
  failingSince: null,
  nextAttemptAt: null,
  refusedInARow: 0,
});

/** From so many events in a row that are refused for themselves on, it is the destination that refuses. */
export const MOST_REFUSED_IN_A_ROW = 20;

/** How often the trail records events that a destination refused, in seconds. */
export const REFUSAL_TOLD_SECONDS = 3_600;
