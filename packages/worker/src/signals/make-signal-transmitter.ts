import { realpath } from 'node:fs/promises';
import { Secret } from '@govgate/domain';
import type { PolledSignals, SignalPoll, SignalTransmitter } from '@govgate/ports';
import { deliveryReasonOf } from '../delivery/delivery-reason.js';
import { headerToken } from '../delivery/kinds/http-kind.js';
import { retryAfterSeconds } from '../delivery/retry-after.js';
import type { Egress } from '../egress/egress.js';
import { readSecretFile } from '../secret-resolver/read-secret-file.js';

const TIMEOUT_MS = 4_000;
/** Fifty tokens of 32 kB, and their ids. */
const MAX_BYTES = 2_097_152;
const INVALID = { ok: false, reasonCode: 'answer_invalid' } as const;

/** Makes the client of transmitters, which polls through the guard. The token's file is read each time, so that it can be replaced. */
export const makeSignalTransmitter = (egress: Egress, timeoutMs = TIMEOUT_MS): SignalTransmitter => ({
  poll: async ({ url, tokenFile }, poll) => {
    const token = await readToken(tokenFile);
    if (token === undefined) return { ok: false, reasonCode: 'token_unreadable' };
    const chunks: Uint8Array[] = [];
    const result = await egress.request({
      url,
      method: 'POST',
      headers: headersWith(token, poll),
      body: JSON.stringify({ ...poll, returnImmediately: true }),
      readBody: (chunk) => {
        chunks.push(chunk);
        return 'more';
      },
      responseHeaders: ['retry-after'],
      limits: { timeoutMs, maxBodyBytes: MAX_BYTES },
    });
    const reasonCode = deliveryReasonOf(result);
    const wish = result.ok ? retryAfterSeconds(result.head.headers['retry-after'], Date.now()) : null;
    if (reasonCode !== 'delivered')
      return { ok: false, reasonCode, ...(wish === null ? {} : { retryAfterSeconds: wish }) };
    return result.ok && result.body === 'complete' ? answerIn(chunks) : INVALID;
  },
});

const readToken = async (file: string): Promise<string | undefined> => {
  const text = await realpath(file)
    .then(readSecretFile)
    .catch(() => undefined);
  return headerToken(text === undefined ? null : new Secret(text));
};

// The language is that of the errors' descriptions (RFC 8936, 2.4).
const headersWith = (token: string, { setErrs }: SignalPoll): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json',
  ...(Object.keys(setErrs).length === 0 ? {} : { 'content-language': 'en' }),
});

const answerIn = (chunks: readonly Uint8Array[]): PolledSignals => {
  try {
    const { sets, moreAvailable = false } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const isObject = typeof sets === 'object' && sets !== null && !Array.isArray(sets);
    return isObject && typeof moreAvailable === 'boolean' ? { ok: true, sets, moreAvailable } : INVALID;
  } catch {
    return INVALID;
  }
};
