import { signalOf } from '@govgate/application';
import type { DeliveryReason } from '@govgate/domain';
import { isUnusable, type UnusableSecret } from '../delivery-secrets.js';
import {
  type HttpAnswer,
  type HttpKind,
  type HttpRequest,
  headerToken,
  isSuccess,
  NO_TOKEN,
  type PackContext,
} from './http-kind.js';

const VERIFICATION = 'https://schemas.openid.net/secevent/ssf/event-type/verification';

/** Errors that concern whatever is sent, and no token for itself (RFC 8935, 2.4). */
const OF_EVERYTHING: Readonly<Record<string, DeliveryReason>> = {
  invalid_issuer: 'payload_rejected',
  invalid_audience: 'payload_rejected',
  invalid_key: 'payload_rejected',
  authentication_failed: 'auth_rejected',
  access_denied: 'auth_rejected',
};

const NO_KEY: UnusableSecret = {
  field: 'signing_key_ref',
  detail: 'has no effect: tokens are signed with GOVGATE_SSF_KEY_FILE, which is not set',
};

/** Push of shared signals (OpenID SSF 1.0 by RFC 8935): one signed token in a request, with the id of its audit event. */
export const ssfPushKind: HttpKind = {
  mostEvents: () => 1,
  refusesEverything: (answer) => everythingRefusedFor(answer) !== undefined,
  check: async ({ eventId, requestId, target }, context) => {
    const request = await push(
      {
        jti: eventId,
        txn: requestId,
        sub_id: { format: 'opaque', id: target.destinationId },
        events: { [VERIFICATION]: {} },
      },
      context,
    );
    return isUnusable(request) ? request : [request];
  },
  pack: async ([first], context) => {
    const signal = first && signalOf(first.event);
    if (signal === undefined) throw new Error('An event that is no signal cannot be sent as one.');
    const request = await push(signal, context);
    return isUnusable(request) ? request : { request, count: 1 };
  },
};

const push = async (
  claims: object,
  { target, secrets, signer, nowMs }: PackContext,
): Promise<HttpRequest | UnusableSecret> => {
  const token = secrets.token === null ? '' : headerToken(secrets.token);
  if (signer === undefined) return NO_KEY;
  if (token === undefined) return NO_TOKEN;
  // Issued now, in every attempt: receivers refuse old tokens. What happened when is in `event_timestamp`.
  const iat = Math.floor(nowMs / 1_000);
  return {
    method: 'POST',
    url: secrets.endpoint.reveal().trim(),
    headers: {
      'content-type': 'application/secevent+jwt',
      accept: 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    },
    body: await signer.sign({ ...claims, aud: target.destinationRef, iat }),
    judge,
  };
};

const everythingRefusedFor = ({ status, json }: HttpAnswer): DeliveryReason | undefined => {
  const { err } = (json ?? {}) as { err?: unknown };
  return status === 400 && typeof err === 'string' && Object.hasOwn(OF_EVERYTHING, err)
    ? OF_EVERYTHING[err]
    : undefined;
};

/** A receiver acknowledges with an empty body; a page comes from something else. */
const judge = (answer: HttpAnswer): DeliveryReason | undefined => {
  const isObject = typeof answer.json === 'object' && answer.json !== null;
  if (isSuccess(answer)) return isObject || answer.empty ? undefined : 'network_error';
  return everythingRefusedFor(answer);
};
