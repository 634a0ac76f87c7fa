import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

/** A way to a service that can be cut. */
export interface CutProxy {
  readonly url: string;
  /** The service executes the next request, and the connection ends before its answer gets through. */
  cutNextAnswer(): void;
  /** How many answers were cut. */
  readonly cuts: () => number;
  stop(): Promise<void>;
}

/** Starts a proxy before a service that passes on bytes. */
export const startCutProxy = async (serviceUrl: string): Promise<CutProxy> => {
  const { port } = new URL(serviceUrl);
  const open = new Set<Socket>();
  let isCutting = false;
  let cuts = 0;
  const server = createServer((caller) => {
    const service = connect(Number(port), '127.0.0.1');
    for (const socket of [caller, service]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    caller.pipe(service);
    service.on('data', (bytes) => {
      if (!isCutting) return caller.write(bytes);
      isCutting = false;
      cuts += 1;
      service.destroy();
      return caller.destroy();
    });
    service.on('close', () => caller.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNextAnswer: () => {
      isCutting = true;
    },
    cuts: () => cuts,
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
