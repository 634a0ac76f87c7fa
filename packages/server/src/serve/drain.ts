import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** Whether the process is about to stop, for `/readyz`. */
export interface Draining {
  begun: boolean;
}

/** How long accepted calls may continue, in milliseconds. */
const STOP_MS = 10_000;
const SWEEP_MS = 50;
/** How long a connection that is kept alive has for a call whose answer tells it to close. */
const LAST_CALL_MS = 1_000;

/** Returns what makes every later answer end its connection, also those to calls under way (RFC 9112, section 9.6). */
export const closesAfterAnswers = (server: Server): (() => void) => {
  const open = new Set<ServerResponse>();
  let closing = false;
  server.prependListener('request', (_request, response) =>
    onceConnected(response, () => {
      if (closing) return void response.setHeader('connection', 'close');
      open.add(response);
      response.once('close', () => open.delete(response));
    }),
  );
  return () => {
    closing = true;
    for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
  };
};

/**
 * Does something once a response has its connection: a pipelined one gets it after those before it. One whose connection ends earlier never
 * does, nor is it ever closed.
 */
export const onceConnected = (response: ServerResponse, then: () => void): void => {
  if (response.socket !== null) then();
  else response.once('socket', then);
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
