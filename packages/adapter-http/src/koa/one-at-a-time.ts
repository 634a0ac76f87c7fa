import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Requests that may wait behind another one on their connection. Nobody who waits for answers sends so many ahead. */
const MOST_WAITING = 64;

/**
 * Handles the requests of a connection one after the other, each in a turn of the event loop of its own: what is sent ahead
 * takes no answer into memory before its turn, and a burst of it holds up nobody else.
 */
export const oneAtATime = (handler: Handler): Handler => {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response has its connection once those before it are sent.
    if (response.socket !== null) return void handler(request, response);
    const { socket } = request;
    const before = waiting.get(socket) ?? 0;
    if (before >= MOST_WAITING) return void socket.destroy();
    waiting.set(socket, before + 1);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      setImmediate(() => (socket.destroyed ? undefined : handler(request, response)));
    });
  };
};
