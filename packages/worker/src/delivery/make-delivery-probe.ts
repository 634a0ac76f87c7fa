import type { DeliveryReason } from '@govgate/domain';
import { isRetryable } from '@govgate/domain/internal';
import type { DeliveryCheck, DeliveryCheckOutcome, DeliveryProbe } from '@govgate/ports';
import type { DeliveryParts } from './delivery-parts.js';
import type { DeliverySecrets } from './delivery-secrets.js';
import { isUnusable, logUnusableSecret, resolveDelivery } from './delivery-secrets.js';
import { exchangeHttp } from './exchange-http.js';
import { HTTP_KINDS } from './kinds/all-http-kinds.js';
import type { HttpKind } from './kinds/http-kind.js';

const TIMEOUT_MS = 8_000;

type Checked = Pick<DeliveryCheckOutcome, 'reasonCode' | 'retryAfterSeconds'>;

/** Makes the probe that sends test events to destinations: for each kind, the cheapest exchange that proves what it claims. */
export const makeDeliveryProbe = (parts: DeliveryParts): DeliveryProbe => ({
  check: async (check) => {
    const startedAt = performance.now();
    const limitMs = parts.timeoutMs ?? TIMEOUT_MS;
    const { reasonCode, retryAfterSeconds } = await checkKind(check, parts, () =>
      Math.max(1, limitMs - (performance.now() - startedAt)),
    );
    return {
      reasonCode,
      retryable: isRetryable(reasonCode),
      latencyMs: Math.round(performance.now() - startedAt),
      retryAfterSeconds,
    };
  },
});

const without = (reasonCode: DeliveryReason): Checked => ({ reasonCode, retryAfterSeconds: null });

interface ProbeParts {
  readonly secrets: DeliverySecrets;
  readonly parts: DeliveryParts;
  readonly msLeft: () => number;
}

/** Sends a check's requests one after the other within one limit; the first failure decides. */
const checkHttp = async (
  kind: HttpKind,
  check: DeliveryCheck,
  { secrets, parts, msLeft }: ProbeParts,
): Promise<Checked> => {
  const nowMs = parts.clock.epochMs();
  const requests = await kind.check(check, { target: check.target, secrets, signer: parts.signer, nowMs });
  if (isUnusable(requests))
    return without(
      logUnusableSecret(check.target, parts.log, { secret: requests, requestId: check.requestId }),
    );
  for (const request of requests) {
    const outcome = await exchangeHttp(parts.egress, request, { timeoutMs: msLeft(), nowMs });
    if (outcome.reasonCode !== 'delivered') return outcome;
  }
  return without('delivered');
};

const checkKind = async (
  check: DeliveryCheck,
  parts: DeliveryParts,
  msLeft: () => number,
): Promise<Checked> => {
  const secrets = await resolveDelivery(check.target, parts.secrets);
  if (isUnusable(secrets))
    return without(
      logUnusableSecret(check.target, parts.log, { secret: secrets, requestId: check.requestId }),
    );
  const { kind } = check.target;
  if (kind === 'syslog') return without(await parts.syslog.check(check, secrets.endpoint, msLeft()));
  return checkHttp(HTTP_KINDS[kind], check, { secrets, parts, msLeft });
};
