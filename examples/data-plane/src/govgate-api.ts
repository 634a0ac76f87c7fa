import type { Settings } from './settings.js';

/** What govgate answered. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly etag: string | null;
}

export interface Asked {
  readonly method?: 'PUT' | 'POST';
  readonly body?: object;
  /** A tag that was read before: the answer is 304 while it still holds. */
  readonly unless?: string | null;
  readonly seconds?: number;
  readonly signal?: AbortSignal;
}

/** Calls govgate in the gateway's own environment. It throws where no answer comes in time. */
export type Ask = (path: string, asked?: Asked) => Promise<Answer>;

export const makeAsk =
  ({ govgate_url, tenant_id, environment_id }: Settings, token: string): Ask =>
  async (path, { method = 'GET', body, unless, seconds = 10, signal } = {}) => {
    const scope = new URLSearchParams({ tenant_id, environment_id });
    const limit = AbortSignal.timeout(seconds * 1000);
    const answer = await fetch(`${govgate_url}${path}${path.includes('?') ? '&' : '?'}${scope}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(unless ? { 'if-none-match': unless } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      // The token is for govgate, and for nobody whom it may name.
      redirect: 'error',
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body: text === '' ? null : JSON.parse(text),
      etag: answer.headers.get('etag'),
    };
  };

/** The body of a 200; everything else throws, by its status alone. */
export const bodyOf = ({ status, body }: Answer): unknown => {
  if (status !== 200 && status !== 201) throw new Error(`govgate answered ${status}`);
  return body;
};

/** Why govgate refused, in its own word. */
export const reasonOf = ({ status, body }: Answer): string =>
  (body as { reasonCode?: string } | null)?.reasonCode ?? `govgate_answered_${status}`;
