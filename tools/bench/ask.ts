import { Agent, request } from 'node:http';
import type { MeasuredServer } from './measured-server.js';

export interface Question {
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

// A kept connection holds no process open that has nothing else to do.
const agent = new Agent({ keepAlive: true });

/** Asks over one kept connection, and gives the milliseconds until the last byte. Anything but a success is an error of the bench. */
export const ask = (
  server: Pick<MeasuredServer, 'url'>,
  { method, path, headers, body }: Question,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const call = request(`${server.url}${path}`, { method, headers: { ...headers }, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (Math.floor((answer.statusCode ?? 0) / 100) === 2) resolve(performance.now() - started);
        else reject(new Error(`${method} ${path}: ${answer.statusCode}`));
      });
    });
    call.once('error', reject);
    call.end(body);
  });
