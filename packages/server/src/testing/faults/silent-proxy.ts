import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { sendRequest } from '../send-request.js';

/** A change that gets no answer: which one on this way, and whether the service executes it. */
export interface Silence {
  readonly nth: number;
  readonly isExecuted: boolean;
}

/** A way to a service on which a change gets no answer. */
export interface SilentProxy {
  readonly url: string;
  /** Resolves when the caller waits for that answer, and the service has done its part. */
  readonly reached: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy before a service that passes on requests, and keeps the answer to one of the changes. */
export const startSilentProxy = async (
  serviceUrl: string,
  { nth, isExecuted }: Silence,
): Promise<SilentProxy> => {
  let changes = 0;
  let reach: () => void;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const server = createServer(async (asked, answer) => {
    const body = await textOf(asked);
    const isSilent = asked.method !== 'GET' && ++changes === nth;
    if (isSilent && !isExecuted) return reach();
    const { method = 'GET', url, headers } = asked;
    const sent = { method, headers: headers as Record<string, string>, body: body === '' ? undefined : body };
    const { status, headers: told, text } = await sendRequest(`${serviceUrl}${url}`, sent);
    if (isSilent) return reach();
    answer.writeHead(status, Object.fromEntries(told)).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reached,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
