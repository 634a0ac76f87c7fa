import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Pipelined requests allowed per connection; no client that waits for answers sends this many ahead. */
const MOST_WAITING = 64;

/**
 * Handles the requests of a connection one at a time, each in its own turn of the event loop: pipelined requests allocate no answer before
 * their turn, and a burst of them delays nobody else.
 */
export const oneAtATime = (handler: Handler): Handler => {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    // A response gets its connection once those before it are sent.
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
