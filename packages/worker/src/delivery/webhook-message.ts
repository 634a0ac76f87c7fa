import type { Secret } from '@govgate/domain';
import { signWebhook } from './sign-webhook.js';

export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookKeys {
  readonly signing: Secret<string> | null;
  readonly token: Secret<string> | null;
}

/** Which reference of a destination is of no use, and why. Never what it resolved to. */
export interface UnusableSecret {
  readonly field: 'endpoint_secret_ref' | 'token_secret_ref' | 'signing_key_ref';
  readonly detail: string;
}

// What a header may hold; a token with a line feed in it must not become a second header.
const HEADER_TEXT = /^[\x21-\x7e]+$/;

const signatureHeader = (signing: Secret<string>, id: string, at: number, body: string) => {
  const signature = signWebhook(signing, id, at, body);
  return signature === undefined ? undefined : { 'webhook-signature': signature };
};

const tokenHeader = (token: Secret<string>) => {
  const text = token.reveal().trim();
  return HEADER_TEXT.test(text) ? { authorization: `Bearer ${text}` } : undefined;
};

/**
 * A CloudEvents document with the headers of Standard Webhooks (decisions, section 12); with a token also as a bearer.
 * What is of no use as a key or a token is named instead.
 */
export const webhookMessage = (
  id: string,
  timestampSeconds: number,
  body: string,
  keys: WebhookKeys,
): WebhookMessage | UnusableSecret => {
  const signed = keys.signing === null ? {} : signatureHeader(keys.signing, id, timestampSeconds, body);
  const authorized = keys.token === null ? {} : tokenHeader(keys.token);
  if (signed === undefined) return { field: 'signing_key_ref', detail: 'resolves to no signing key' };
  if (authorized === undefined) return { field: 'token_secret_ref', detail: 'resolves to no bearer token' };
  return {
    headers: {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': String(timestampSeconds),
      ...signed,
      ...authorized,
    },
    body,
  };
};
