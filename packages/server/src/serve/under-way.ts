import type { IncomingMessage, ServerResponse } from 'node:http';
import { endWithin } from '@govgate/worker/in-process';

/** What a server of Node calls for each request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** How long accepted calls may continue, in milliseconds. */
const LIMIT_MS = 10_000;

/** A handler that can be closed while its server keeps running: calls in progress are finished, later ones answered with 503. */
export const underWay = (handler: Handler): { readonly handler: Handler; close(): Promise<void> } => {
  const open = new Set<ServerResponse>();
  let closed = false;
  let notifyIdle = (): void => undefined;
  return {
    handler: (request, response) => {
      if (closed) return refuse(response);
      const begin = (): void => {
        open.add(response);
        response.once('close', () => {
          open.delete(response);
          if (open.size === 0) notifyIdle();
        });
      };
      // A pipelined response gets its connection after those before it; if that ends first, it is never closed.
      if (response.socket === null) response.once('socket', begin);
      else begin();
      return handler(request, response);
    },
    close: async () => {
      closed = true;
      if (open.size === 0) return;
      const ended = new Promise<void>((resolve) => {
        notifyIdle = resolve;
      });
      await endWithin(ended, LIMIT_MS);
      for (const response of open) response.destroy();
    },
  };
};

const refuse = (response: ServerResponse): void => {
  response.writeHead(503, { 'content-length': '0', connection: 'close' }).end();
};
