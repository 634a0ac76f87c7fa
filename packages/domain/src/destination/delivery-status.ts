import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import type { Destination, DestinationKind } from './destination.js';
import { type DeliveryState, deliveryStatusMachine } from './destination.machine.js';

/** Every reason of a delivery status, and whether a retry can help (docs/spec/destinations.md). */
export const DELIVERY_REASONS = {
  delivered: { retryable: false },
  never_checked: { retryable: false },
  check_queued: { retryable: false },
  dns_error: { retryable: true },
  connection_refused: { retryable: true },
  connection_reset: { retryable: true },
  timeout: { retryable: true },
  tls_error: { retryable: false },
  network_error: { retryable: true },
  auth_rejected: { retryable: false },
  endpoint_not_found: { retryable: false },
  endpoint_gone: { retryable: false },
  payload_rejected: { retryable: false },
  rate_limited: { retryable: true },
  upstream_error: { retryable: true },
  redirect_blocked: { retryable: false },
  ssrf_blocked: { retryable: false },
  secret_ref_unresolved: { retryable: false },
  destination_disabled: { retryable: false },
  retries_exhausted: { retryable: false },
  not_applicable: { retryable: false },
  /** Only for dead letters: events that left the trail before the destination received them (ADR 4). */
  events_sealed: { retryable: false },
} as const satisfies Record<string, { readonly retryable: boolean }>;
export type DeliveryReason = keyof typeof DELIVERY_REASONS;

/** The references of a destination, as the API names them. */
export const DESTINATION_REFERENCES = ['endpoint_secret_ref', 'token_secret_ref', 'signing_key_ref'] as const;
export type DestinationReference = (typeof DESTINATION_REFERENCES)[number];

/** Whether a retry can help after an outcome. */
export const isRetryable = (reasonCode: DeliveryReason): boolean => DELIVERY_REASONS[reasonCode].retryable;

/** The state of deliveries (docs/spec/destinations.md#record). "" while never checked. */
export interface DeliveryStatus {
  readonly status: DeliveryState;
  readonly checkedAt: Instant | '';
  readonly reasonCode: DeliveryReason;
  /** Only if the last delivery failed. */
  readonly lastError: { readonly reasonCode: DeliveryReason; readonly retryable: boolean } | null;
}

const plain = (
  status: DeliveryState,
  reasonCode: DeliveryReason,
  checkedAt: Instant | '',
): DeliveryStatus => ({
  status,
  checkedAt,
  reasonCode,
  lastError: null,
});

/** The status before the first delivery. */
export const NEVER_DELIVERED: DeliveryStatus = plain('unknown', 'never_checked', '');

/** The status of a mechanism the kind does not use. */
export const NOT_APPLICABLE: DeliveryStatus = plain('not_configured', 'not_applicable', '');

/** Consecutive failures after which a destination counts as failing. */
const FAILING_FROM = 10;

/** Consecutive failures so far, with the resulting status. */
export interface DeliveryRow {
  readonly delivery: DeliveryStatus;
  readonly failuresInARow: number;
  readonly failingSince: Instant | null;
}

/** A destination's status after a delivery or check: healthy after a success, degraded after 1–9 consecutive failures, then failing. */
export const statusAfterDelivery = (
  before: DeliveryRow,
  outcome: DeliveryReason,
  now: Instant,
): DeliveryRow => {
  const delivered = outcome === 'delivered';
  const failuresInARow = delivered ? 0 : before.failuresInARow + 1;
  const lastError = delivered ? null : { reasonCode: outcome, retryable: isRetryable(outcome) };
  const status = stateAfter(before.delivery.status, delivered, failuresInARow);
  return {
    delivery: { status, checkedAt: now, reasonCode: outcome, lastError },
    failuresInARow,
    failingSince: delivered ? null : (before.failingSince ?? now),
  };
};

/** The status while a check waits for its worker; its time remains that of the last check. */
export const statusWhileQueued = (before: DeliveryStatus): DeliveryStatus =>
  plain('pending', 'check_queued', before.checkedAt);

/** The three statuses of a destination's answer. */
export interface DestinationStatuses {
  readonly siemDeliveryStatus: DeliveryStatus;
  readonly webhookStatus: DeliveryStatus;
  readonly auditExportStatus: DeliveryStatus;
}

/** The statuses to show: disabled takes precedence, and not applicable for mechanisms the kind does not use. */
export const destinationStatuses = (
  destination: Pick<Destination, 'kind' | 'enabled'>,
  observation: { readonly delivery: DeliveryStatus; readonly auditExport: DeliveryStatus },
): DestinationStatuses => {
  const shownStatus = (status: DeliveryStatus): DeliveryStatus => {
    if (!destination.enabled) return plain('disabled', 'destination_disabled', status.checkedAt);
    return status.status === 'disabled' ? { ...NEVER_DELIVERED, checkedAt: status.checkedAt } : status;
  };
  const delivery = shownStatus(observation.delivery);
  return {
    siemDeliveryStatus: isWebhook(destination.kind) ? NOT_APPLICABLE : delivery,
    webhookStatus: isWebhook(destination.kind) ? delivery : NOT_APPLICABLE,
    auditExportStatus: shownStatus(observation.auditExport),
  };
};

const isWebhook = (kind: DestinationKind): boolean => kind === 'webhook';

const stateAfter = (from: DeliveryState, delivered: boolean, failures: number): DeliveryState => {
  const trigger = delivered ? 'deliver' : failures < FAILING_FROM ? 'fail' : 'fail_on';
  // A delivered event proves that it was configured and enabled, whatever was recorded before.
  const known = from === 'not_configured' || from === 'disabled' ? 'unknown' : from;
  const stepped = step(deliveryStatusMachine, known, trigger, {});
  return stepped.moved ? stepped.to : known;
};
