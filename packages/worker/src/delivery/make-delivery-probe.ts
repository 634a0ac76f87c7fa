import { type DeliveryReason, type DestinationKind, isRetryable } from '@govgate/domain';
import type { Clock, DeliveryCheck, DeliveryCheckOutcome, DeliveryProbe } from '@govgate/ports';
import type { EgressResult } from '../egress/egress.js';
import { checkWebhook, type DeliveryParts } from './check-webhook.js';
import { deliveryReasonOf } from './delivery-reason.js';
import { retryAfterSeconds } from './retry-after.js';

const TIMEOUT_MS = 8_000;

type CheckKind = typeof checkWebhook;

// A kind without an entry cannot be delivered to yet, and says so.
const CHECKS: Partial<Record<DestinationKind, CheckKind>> = { webhook: checkWebhook };

const outcome = (
  reasonCode: DeliveryReason,
  latencyMs: number,
  waitSeconds: number | null = null,
): DeliveryCheckOutcome => ({
  reasonCode,
  retryable: isRetryable(reasonCode),
  latencyMs,
  retryAfterSeconds: waitSeconds,
});

const outcomeOf = (result: EgressResult, latencyMs: number, clock: Clock): DeliveryCheckOutcome => {
  const reasonCode = deliveryReasonOf(result);
  const wish = result.ok && isRetryable(reasonCode) ? result.head.headers['retry-after'] : undefined;
  return outcome(reasonCode, latencyMs, retryAfterSeconds(wish, clock.epochMs()));
};

const checkWithin = async (check: DeliveryCheck, run: CheckKind, parts: DeliveryParts) => {
  const startedAt = performance.now();
  const result = await run(check, parts, parts.timeoutMs ?? TIMEOUT_MS);
  const latencyMs = Math.round(performance.now() - startedAt);
  return typeof result === 'string' ? outcome(result, latencyMs) : outcomeOf(result, latencyMs, parts.clock);
};

/** Makes the probe that sends test events to destinations; only webhooks can be delivered to. */
export const makeDeliveryProbe = (parts: DeliveryParts): DeliveryProbe => ({
  check: async (check) => {
    const run = CHECKS[check.target.kind];
    return run === undefined ? outcome('not_applicable', 0) : checkWithin(check, run, parts);
  },
});
