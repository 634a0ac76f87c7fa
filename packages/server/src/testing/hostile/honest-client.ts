import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 200;

/** How an honest client was served: how long each answer took, and what was wrong with some. */
export interface Honest {
  readonly times: readonly number[];
  readonly errors: readonly string[];
}

/** Asks five times a second until a time, whether it is answered or not. */
export const askHonestly = async (
  { url, token, limitMs }: { readonly url: string; readonly token: string; readonly limitMs: number },
  until: number,
): Promise<Honest> => {
  const [times, errors, asked]: [number[], string[], Promise<void>[]] = [[], [], []];
  const ask = async (): Promise<void> => {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(limitMs) });
    await answer.text();
    times.push(performance.now() - startedAt);
    if (answer.status !== 200) errors.push(String(answer.status));
  };
  while (Date.now() < until) {
    asked.push(ask().catch(({ name }: Error) => void errors.push(name)));
    await delay(EVERY_MS);
  }
  await Promise.all(asked);
  return { times, errors };
};
