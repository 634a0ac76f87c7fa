import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How long bytes may wait for a connection to take them, in milliseconds. */
const PATIENCE_MS = 20_000;
const CHECK_EVERY_MS = 1_000;

interface Mark {
  /** Everything handed over by that moment... */
  readonly handedOver: number;
  /** ...must have been taken by then. */
  readonly untilMs: number;
}

/** Ends every connection that does not take its answers in time, even one that keeps taking a little. */
export const endSlowReaders = (server: Server): void => {
  const sockets = new Set<Socket>();
  const marks = new WeakMap<Socket, Mark>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const timer = setInterval(() => {
    for (const socket of sockets) checkSocket(socket, marks, performance.now());
  }, CHECK_EVERY_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
};

const checkSocket = (socket: Socket, marks: WeakMap<Socket, Mark>, nowMs: number): void => {
  if (socket.writableLength === 0) {
    marks.delete(socket);
    return;
  }
  const handedOver = socket.bytesWritten;
  const mark = marks.get(socket);
  if (mark === undefined || handedOver - socket.writableLength >= mark.handedOver)
    marks.set(socket, { handedOver, untilMs: nowMs + PATIENCE_MS });
  else if (nowMs >= mark.untilMs) socket.destroy();
};
