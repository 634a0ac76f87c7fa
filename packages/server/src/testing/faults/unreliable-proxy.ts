import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { sendRequest } from '../send-request.js';

/**
 * What becomes of a change: `cut`, the service executes it and the connection ends before its answer gets through; `unanswered`, the
 * service executes it and its caller waits for an answer that never comes; `unheard`, the same without the service.
 */
export type Fate = 'cut' | 'unanswered' | 'unheard';

/** A way to a service that loses what passes on it. */
export interface UnreliableProxy {
  readonly url: string;
  /** Lets the nth change from now on, or the next one, meet a fate; resolves when it has. */
  strike(fate: Fate, nth?: number): Promise<void>;
  /** How many changes were struck. */
  readonly struck: () => number;
  stop(): Promise<void>;
}

interface Plan {
  readonly fate: Fate;
  readonly done: () => void;
  left: number;
}

/** Starts a proxy before a service that passes on requests. */
export const startUnreliableProxy = async (serviceUrl: string): Promise<UnreliableProxy> => {
  let plan: Plan | undefined;
  let struck = 0;
  /** The plan that a request falls under, which is then carried out. */
  const planFor = (method: string): Plan | undefined => {
    if (plan === undefined || method === 'GET' || --plan.left > 0) return undefined;
    const mine = plan;
    plan = undefined;
    struck += 1;
    return mine;
  };
  const server = createServer(async (request, answer) => {
    const { method = 'GET', url, headers } = request;
    const body = await textOf(request);
    const planned = planFor(method);
    if (planned?.fate === 'unheard') return planned.done();
    const sent = { method, headers: headers as Record<string, string>, body: body === '' ? undefined : body };
    const { status, headers: reported, text } = await sendRequest(`${serviceUrl}${url}`, sent);
    if (planned === undefined) return answer.writeHead(status, Object.fromEntries(reported)).end(text);
    if (planned.fate === 'cut') answer.destroy();
    planned.done();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    strike: (fate, nth = 1) =>
      new Promise((done) => {
        plan = { fate, done, left: nth };
      }),
    struck: () => struck,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
