import type { DeliveryReason } from '@govgate/domain';
import type { DeliveryBatch, DeliverySender, DeliveryTarget, ItemOutcome, SendOutcome } from '@govgate/ports';
import type { DeliveryParts } from './delivery-parts.js';
import type { DeliverySecrets } from './delivery-secrets.js';
import { isUnusable, logUnusableSecret, resolveDelivery, type UnusableSecret } from './delivery-secrets.js';
import { exchangeHttp, verdictOf } from './exchange-http.js';
import { HTTP_KINDS } from './kinds/all-http-kinds.js';
import type { HttpKind } from './kinds/http-kind.js';
import { SYSLOG_MOST_EVENTS } from './kinds/syslog.js';

const TIMEOUT_MS = 15_000;

/** Makes the sender of batches, over the same kinds, guards and resolver as the checks. */
export const makeDeliverySender = (parts: DeliveryParts): DeliverySender => ({
  send: (batch) => sendKind(batch, parts),
  mostEvents: (target) =>
    target.kind === 'syslog' ? SYSLOG_MOST_EVENTS : HTTP_KINDS[target.kind].mostEvents(target),
});

const failed = (
  reasonCode: DeliveryReason,
  attempted: number,
  more: Partial<Extract<SendOutcome, { sent: false }>> = {},
): SendOutcome => ({
  sent: false,
  reasonCode,
  verdict: verdictOf(reasonCode),
  retryAfterSeconds: null,
  attempted,
  ...more,
});

const unusable = (
  target: DeliveryTarget,
  { log }: Pick<DeliveryParts, 'log'>,
  secret: UnusableSecret,
): SendOutcome => failed(logUnusableSecret(target, log, { secret }), 0, { unusableReference: secret.field });

const allTaken = (count: number): readonly ItemOutcome[] => Array.from({ length: count }, () => 'accepted');

interface SendParts {
  readonly secrets: DeliverySecrets;
  readonly parts: DeliveryParts;
}

const sendHttp = async (
  kind: HttpKind,
  { target, events }: DeliveryBatch,
  { secrets, parts }: SendParts,
): Promise<SendOutcome> => {
  const nowMs = parts.clock.epochMs();
  const packed = await kind.pack(events, { target, secrets, signer: parts.signer, nowMs });
  if (isUnusable(packed)) return unusable(target, parts, packed);
  const { request, count } = packed;
  const limits = { timeoutMs: parts.timeoutMs ?? TIMEOUT_MS, nowMs };
  const { reasonCode, answer, retryAfterSeconds } = await exchangeHttp(parts.egress, request, limits);
  const refusesAll = answer !== undefined && kind.refusesEverything?.(answer) === true;
  const read = answer === undefined || refusesAll ? undefined : packed.items?.(answer);
  const speaksOfItems = reasonCode === 'delivered' || reasonCode === 'payload_rejected';
  if (read !== undefined && speaksOfItems)
    return { sent: true, items: read.items, refusedUnreported: read.refusedUnreported ?? 0 };
  if (reasonCode === 'delivered') return { sent: true, items: allTaken(count), refusedUnreported: 0 };
  return failed(reasonCode, count, {
    verdict: refusesAll ? 'stop' : verdictOf(reasonCode, kind, answer?.status),
    retryAfterSeconds,
  });
};

const sendKind = async (batch: DeliveryBatch, parts: DeliveryParts): Promise<SendOutcome> => {
  const { target } = batch;
  const secrets = await resolveDelivery(target, parts.secrets);
  if (isUnusable(secrets)) return unusable(target, parts, secrets);
  if (target.kind !== 'syslog') return sendHttp(HTTP_KINDS[target.kind], batch, { secrets, parts });
  const sent = await parts.syslog.send(batch, secrets.endpoint, parts.timeoutMs ?? TIMEOUT_MS);
  if (!sent.ok) return failed(sent.reasonCode, sent.count);
  return { sent: true, items: allTaken(sent.count), refusedUnreported: 0, settling: sent.settling };
};
