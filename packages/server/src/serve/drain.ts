import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Handler } from './under-way.js';

/** Whether the process is about to stop, for `/readyz`. */
export interface Draining {
  begun: boolean;
}

/** How long accepted calls may continue, in milliseconds. */
const STOP_MS = 10_000;
const SWEEP_MS = 50;
/** How long a connection that is kept alive has for a call whose answer tells it to close. */
const LAST_CALL_MS = 1_000;

/**
 * A handler whose later answers can be made to end their connections, also those to calls under way (RFC 9112, section 9.6). It is called
 * in the turn of a request, so that each response has its connection and is closed with it.
 */
export const closesAfterAnswers = (
  handler: Handler,
): { readonly handler: Handler; readonly close: () => void } => {
  const open = new Set<ServerResponse>();
  let closing = false;
  return {
    handler: (request, response) => {
      if (closing) response.setHeader('connection', 'close');
      else {
        open.add(response);
        response.once('close', () => open.delete(response));
      }
      return handler(request, response);
    },
    close: () => {
      closing = true;
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
    },
  };
};

/** Waits until load balancers have noticed, then until callers on old connections have. */
export const waitToDrain = async (seconds: number, closeAfterAnswers: () => void): Promise<void> => {
  if (seconds === 0) return;
  await delay(seconds * 1_000);
  closeAfterAnswers();
  await delay(LAST_CALL_MS);
};

/** Accepts no more connections, and waits for the calls under way. */
export const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), STOP_MS);
    // A connection becomes idle only after its last answer, and its client may keep it open for long.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(sweep);
      resolve();
    });
    server.closeIdleConnections();
  });
