import type { DeliveryReason } from '@govgate/domain';
import { isRetryable } from '@govgate/domain/internal';
import type { SendVerdict } from '@govgate/ports';
import type { BodyReader, Egress, EgressResult } from '../egress/egress.js';
import { deliveryReasonOf } from './delivery-reason.js';
import type { HttpAnswer, HttpKind, HttpRequest } from './kinds/http-kind.js';
import { retryAfterSeconds } from './retry-after.js';

/** The outcome of one request. */
export interface Exchanged {
  readonly reasonCode: DeliveryReason;
  /** The answer, if one came; its body only if the request asked for it. */
  readonly answer: HttpAnswer | undefined;
  readonly retryAfterSeconds: number | null;
}

const MAX_BODY = 65_536;

/** Sends a request through the guard and interprets its answer for this kind. A body is read, evaluated and dropped. */
export const exchangeHttp = async (
  egress: Egress,
  request: HttpRequest,
  limits: { readonly timeoutMs: number; readonly nowMs: number },
): Promise<Exchanged> => {
  const { judge, ...sent } = request;
  const chunks: Uint8Array[] = [];
  const result = await egress.request({
    ...sent,
    responseHeaders: ['retry-after'],
    limits: { timeoutMs: Math.max(1, limits.timeoutMs), maxBodyBytes: MAX_BODY },
    ...(judge === undefined ? {} : { readBody: keepIn(chunks) }),
  });
  const answer = result.ok ? answerOf(result, Buffer.concat(chunks).toString('utf8')) : undefined;
  const reasonCode = (answer && judge?.(answer)) ?? deliveryReasonOf(result);
  const wish = result.ok && isRetryable(reasonCode) ? result.head.headers['retry-after'] : undefined;
  return { reasonCode, answer, retryAfterSeconds: retryAfterSeconds(wish, limits.nowMs) };
};

/** What to do after a batch failed. */
export const verdictOf = (
  reasonCode: DeliveryReason,
  kind: Pick<HttpKind, 'retryStatuses'> = {},
  status?: number,
): SendVerdict => {
  if (reasonCode === 'endpoint_gone') return 'gone';
  if (reasonCode === 'payload_rejected') return 'split';
  if (!isRetryable(reasonCode)) return 'stop';
  // Where a protocol forbids repeating a request, a smaller one shows which event was at fault.
  const mayRepeat = status === undefined || (kind.retryStatuses?.has(status) ?? true);
  return mayRepeat ? 'retry' : 'split';
};

const asJson = (text: string): unknown => {
  // Most receivers send an empty body, and a failing parse would cost as much as a tenth of a delivery.
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const answerOf = (result: Extract<EgressResult, { ok: true }>, text: string): HttpAnswer => ({
  status: result.head.status,
  json: asJson(text),
  empty: text === '',
});

const keepIn =
  (chunks: Uint8Array[]): BodyReader =>
  (chunk) => {
    chunks.push(chunk);
    return 'more';
  };
