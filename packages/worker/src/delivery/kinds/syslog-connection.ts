import type { TLSSocket } from 'node:tls';
import type { DeliveryReason } from '@govgate/domain';
import { withinTime } from '../../within-time.js';

/** An open connection for RFC 5425 frames, which are not acknowledged. */
export interface SyslogConnection {
  readonly isOpen: boolean;
  /** `delivered` once the system accepted the bytes. */
  write(text: string, timeoutMs: number): Promise<DeliveryReason>;
  /** `delivered` if the connection is still open after a delay; otherwise fails as soon as it closes. */
  settle(ms: number): Promise<DeliveryReason>;
  /** Closes as TLS requires, so that nothing written is lost; an unresponsive peer is cut off. */
  end(): void;
  destroy(): void;
}

const GOODBYE_MS = 1_000;

/** A receiver has nothing to send (RFC 5425): a little is discarded, and one that sends more is cut off, like an HTTP answer. */
const MOST_HEARD_BYTES = 65_536;

const late = (): DeliveryReason => 'timeout';

/** Wraps a socket after its handshake. */
export const syslogConnection = (socket: TLSSocket): SyslogConnection => {
  const waiting = new Set<() => void>();
  const isOpen = (): boolean => !socket.destroyed && socket.writable && !socket.readableEnded;
  // One listener, however many batches wait for the same event.
  socket.once('close', () => {
    for (const closed of [...waiting]) closed();
  });
  discardHeard(socket);

  /** The outcome of `begin`, or that the connection was closed before. */
  const unlessClosed = (
    ms: number,
    otherwise: () => DeliveryReason,
    begin: (done: (reason: DeliveryReason) => void) => void = () => undefined,
  ): Promise<DeliveryReason> => {
    let closed = (): void => undefined;
    const outcome = new Promise<DeliveryReason>((resolve) => {
      closed = () => resolve('connection_reset');
      waiting.add(closed);
      begin(resolve);
    });
    return withinTime(outcome, ms, otherwise).finally(() => waiting.delete(closed));
  };

  return {
    get isOpen() {
      return isOpen();
    },
    write: (text, timeoutMs) =>
      unlessClosed(timeoutMs, late, (done) => {
        socket.write(text, (error) => done(error ? 'connection_reset' : 'delivered'));
      }),
    settle: async (ms) =>
      isOpen() ? unlessClosed(ms, () => (isOpen() ? 'delivered' : 'connection_reset')) : 'connection_reset',
    end: () => endGracefully(socket),
    destroy: () => void socket.destroy(),
  };
};

const endGracefully = (socket: TLSSocket): void => {
  socket.end();
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
};

const discardHeard = (socket: TLSSocket): void => {
  let heard = 0;
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.length;
    if (heard > MOST_HEARD_BYTES) socket.destroy();
  });
};
