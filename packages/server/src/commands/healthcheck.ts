import { loadSettings } from '../settings/load-settings.js';
import { CommandFailure, EXIT } from '../system/command-failure.js';

const LIMIT_MS = 5_000;

/** `govgate healthcheck`: queries `/readyz`; exit 1 with a sentence if the service is not ready. */
export const healthcheck = async ({ url }: { readonly url?: string }): Promise<void> => {
  const target = url ?? (await defaultUrl());
  const answer = await ask(`${target.replace(/\/$/, '')}/readyz`);
  if (answer === undefined) {
    throw new CommandFailure(
      'Nothing answers there. Start the service with `govgate serve`, or name its address with --url.',
      EXIT.refused,
    );
  }
  process.stdout.write(`${answer.text}\n`);
  if (!answer.ready) throw new CommandFailure('The service is running but not ready.', EXIT.refused);
};

const defaultUrl = async (): Promise<string> => {
  const { host, port } = await loadSettings();
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

const ask = async (url: string): Promise<{ readonly ready: boolean; readonly text: string } | undefined> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'error' });
    return { ready: answer.status === 200, text: await answer.text() };
  } catch {
    return undefined;
  }
};
