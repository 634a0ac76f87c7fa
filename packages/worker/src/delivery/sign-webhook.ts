import { createHmac } from 'node:crypto';
import type { Secret } from '@govgate/domain';

const PREFIX = 'whsec_';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;
const MOST_KEYS = 5;

interface SignedMessage {
  readonly id: string;
  readonly timestampSeconds: number;
  readonly body: string;
}

/**
 * Signs a message by Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. A secret is `whsec_` and base64; during a
 * rotation, old and new are both given, separated by blanks or commas, and the result has one signature for each, separated by blanks.
 * Undefined if the secret is no such key.
 */
export const signWebhook = (
  secret: Secret<string>,
  { id, timestampSeconds, body }: SignedMessage,
): string | undefined =>
  keysOf(secret)
    ?.map(
      (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`,
    )
    .join(' ');

const keyOf = (text: string): Buffer | undefined => {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
  return encoded !== '' && BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : undefined;
};

const keysOf = (secret: Secret<string>): readonly Buffer[] | undefined => {
  const keys = secret
    .reveal()
    .trim()
    .split(/[\s,]+/)
    .map(keyOf);
  const known = keys.filter((key) => key !== undefined);
  return known.length === keys.length && keys.length <= MOST_KEYS ? known : undefined;
};
