import { spawn } from 'node:child_process';
import { type Answered, type Call, makeCall } from '../test-service.js';
import type { KillPoint } from './kill-combinations.js';

const START_MS = 90_000;

/** How a service is started that dies at a point: its program, and the file or the URL of its store. */
export interface Doomed {
  readonly program: string;
  readonly address: string;
  readonly point: KillPoint;
}

/** Sends a call to a process that dies in the middle of it. */
export const killInCall = async (
  { program, address, point }: Doomed,
  send: (call: Call) => Promise<Answered>,
): Promise<void> => {
  const child = spawn(process.execPath, [program, address, point], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    const answered = await send(makeCall(await listening(child.stderr))).then(
      ({ status, text }) => `${status} ${text}`,
      () => undefined,
    );
    if (answered !== undefined) throw new Error(`the call never came to ${point}: ${answered}`);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
};

const listening = (stderr: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const limit = setTimeout(() => reject(new Error(`it did not start: ${text}`)), START_MS);
    stderr.on('data', (chunk) => {
      text += chunk;
      const url = /listens on (\S+)/.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(limit);
      resolve(url);
    });
    stderr.once('end', () => reject(new Error(`it ended: ${text}`)));
  });
