import type { Instant } from '../instant.js';
import { step } from '../machine/machine.js';
import type { Destination, DestinationKind } from './destination.js';
import { type DeliveryState, deliveryStatusMachine } from './destination.machine.js';

/** Every reason that a delivery status can name, and whether trying again can help (decisions, section 9). */
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
  /** Of dead letters alone: events that left the trail before the destination came to them (ADR 33). */
  events_sealed: { retryable: false },
} as const satisfies Record<string, { readonly retryable: boolean }>;
export type DeliveryReason = keyof typeof DELIVERY_REASONS;

/** Whether trying again can help after an outcome. */
export const isRetryable = (reasonCode: DeliveryReason): boolean => DELIVERY_REASONS[reasonCode].retryable;

/** How a delivery stands (contract, section 2.2). "" while never checked. */
export interface DeliveryStatus {
  readonly status: DeliveryState;
  readonly checkedAt: Instant | '';
  readonly reasonCode: DeliveryReason;
  /** Only while the last delivery failed. */
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

/** The status that a kind has no use for. */
export const NOT_APPLICABLE: DeliveryStatus = plain('not_configured', 'not_applicable', '');

/** From how many failures in a row on a destination counts as failing. */
const FAILING_FROM = 10;

/** The row of failures so far, with the status it led to. */
export interface DeliveryRow {
  readonly delivery: DeliveryStatus;
  readonly failuresInARow: number;
  readonly failingSince: Instant | null;
}

/** How a destination stands after a delivery or a check: healthy after one success, degraded after 1–9 failures in a row, then failing. */
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

const stateAfter = (from: DeliveryState, delivered: boolean, failures: number): DeliveryState => {
  const trigger = delivered ? 'deliver' : failures < FAILING_FROM ? 'fail' : 'fail_on';
  // What was delivered was configured and enabled, whatever was noted of it before.
  const known = from === 'not_configured' || from === 'disabled' ? 'unknown' : from;
  const stepped = step(deliveryStatusMachine, known, trigger, {});
  return stepped.moved ? stepped.to : known;
};

/** The status while a check waits for its worker; the time stays that of the last check. */
export const statusWhileQueued = (before: DeliveryStatus): DeliveryStatus =>
  plain('pending', 'check_queued', before.checkedAt);

/** The three statuses of a destination's answer. */
export interface DestinationStatuses {
  readonly siemDeliveryStatus: DeliveryStatus;
  readonly webhookStatus: DeliveryStatus;
  readonly auditExportStatus: DeliveryStatus;
}

/** The statuses to show: disabled wins, and not applicable for what the kind is not. */
export const destinationStatuses = (
  destination: Pick<Destination, 'kind' | 'enabled'>,
  observation: { readonly delivery: DeliveryStatus; readonly auditExport: DeliveryStatus },
): DestinationStatuses => {
  const told = (status: DeliveryStatus): DeliveryStatus => {
    if (!destination.enabled) return plain('disabled', 'destination_disabled', status.checkedAt);
    return status.status === 'disabled' ? { ...NEVER_DELIVERED, checkedAt: status.checkedAt } : status;
  };
  const delivery = told(observation.delivery);
  return {
    siemDeliveryStatus: isWebhook(destination.kind) ? NOT_APPLICABLE : delivery,
    webhookStatus: isWebhook(destination.kind) ? delivery : NOT_APPLICABLE,
    auditExportStatus: told(observation.auditExport),
  };
};

const isWebhook = (kind: DestinationKind): boolean => kind === 'webhook';
