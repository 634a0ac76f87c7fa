import type { TLSSocket } from 'node:tls';
import type { DeliveryReason } from '@govgate/domain';

/** An open connection for frames of RFC 5425, on which nothing is acknowledged. */
export interface SyslogConnection {
  readonly isOpen: boolean;
  /** `delivered` once the system took the bytes. */
  write(text: string, timeoutMs: number): Promise<DeliveryReason>;
  /** `delivered` where the connection is still open so much later, and otherwise as soon as it is not. */
  settle(ms: number): Promise<DeliveryReason>;
  /** Says goodbye as TLS wants it, so that nothing written is lost; a peer that keeps silent is cut. */
  end(): void;
  destroy(): void;
}

const GOODBYE_MS = 1_000;

/** A receiver has nothing to say (RFC 5425): a little is thrown away, and one that says more is cut, as an HTTP answer is. */
const MOST_HEARD_BYTES = 65_536;

/** Makes one of a socket that is through with its handshake. */
export const syslogConnection = (socket: TLSSocket): SyslogConnection => {
  const waiting = new Set<() => void>();
  const isOpen = (): boolean => !socket.destroyed && socket.writable && !socket.readableEnded;
  // One listener, however many batches wait for the same.
  socket.once('close', () => {
    for (const closed of [...waiting]) closed();
  });
  let heard = 0;
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.length;
    if (heard > MOST_HEARD_BYTES) socket.destroy();
  });

  /** What `begin` comes to, or that the connection was closed before. */
  const unlessClosed = (
    ms: number,
    late: () => DeliveryReason,
    begin: (done: (reason: DeliveryReason) => void) => void = () => undefined,
  ): Promise<DeliveryReason> =>
    new Promise((resolve) => {
      const done = (reason: DeliveryReason): void => {
        clearTimeout(timer);
        waiting.delete(closed);
        resolve(reason);
      };
      const closed = (): void => done('connection_reset');
      const timer = setTimeout(() => done(late()), ms);
      waiting.add(closed);
      begin(done);
    });

  return {
    get isOpen() {
      return isOpen();
    },
    write: (text, timeoutMs) =>
      unlessClosed(
        timeoutMs,
        () => 'timeout',
        (done) => {
          socket.write(text, (error) => done(error ? 'connection_reset' : 'delivered'));
        },
      ),
    settle: async (ms) =>
      isOpen() ? unlessClosed(ms, () => (isOpen() ? 'delivered' : 'connection_reset')) : 'connection_reset',
    end: () => {
      socket.end();
      setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
    },
    destroy: () => void socket.destroy(),
  };
};
