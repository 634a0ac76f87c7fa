import type { LoadKeySet } from './key-set.js';
import { KeySetFault, parseKeySet } from './parse-key-set.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 1_048_576;
const MOST_REDIRECTS = 3;
const ACCEPT = { accept: 'application/jwk-set+json, application/json' };

/** Fetches a key set: at most 5 seconds and 1 MiB, redirects on the same origin only. Errors repeat nothing of the answer. */
export const fetchKeySet =
  (url: string, timeoutMs = TIMEOUT_MS): LoadKeySet =>
  async () => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return parseKeySet(await textOf(await answerOf(new URL(url), signal)));
    } catch (fault) {
      if (fault instanceof KeySetFault) throw fault;
      throw new KeySetFault(signal.aborted ? 'it did not answer in time' : 'it cannot be reached');
    }
  };

const answerOf = async (url: URL, signal: AbortSignal, redirects = 0): Promise<Response> => {
  const answer = await fetch(url, { redirect: 'manual', signal, headers: ACCEPT });
  if (answer.status === 200) return answer;
  await answer.body?.cancel();
  const location = answer.headers.get('location');
  if (answer.status < 300 || answer.status > 399 || location === null)
    throw new KeySetFault(`it answered with status ${answer.status}`);
  const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
  if (next?.origin !== url.origin || redirects >= MOST_REDIRECTS)
    throw new KeySetFault('it redirects elsewhere, or too often');
  return answerOf(next, signal, redirects + 1);
};

const textOf = async ({ body }: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // Leaving the loop releases the rest.
    if (bytes > MAX_BYTES) throw new KeySetFault('it is larger than 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
