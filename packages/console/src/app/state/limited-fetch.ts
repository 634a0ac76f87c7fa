import { texts } from '../texts.js';
import { consoleFailure } from './failure-of.js';

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 256 * 1024;

/** Queries an identity provider: at most 15 seconds and 256 KiB, no redirect, no cookie, nothing cached. */
export const limitedFetch = async (
  url: string,
  { body, ...init }: Omit<RequestInit, 'body'> & { readonly body?: BodyInit | null | undefined },
): Promise<Response> => {
  try {
    const answer = await fetch(url, {
      ...init,
      body: body ?? null,
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { status, headers } = answer;
    return new Response(await textOf(answer), { status, headers });
  } catch {
    throw consoleFailure('sign_in_unreachable', texts.oidc.unreachable(new URL(url).origin));
  }
};

const textOf = async ({ body }: Response): Promise<string> => {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ; ) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return text + decoder.decode();
    bytes += value.length;
    if (bytes > MOST_BYTES) {
      await reader?.cancel();
      throw new Error('too large');
    }
    text += decoder.decode(value, { stream: true });
  }
};
